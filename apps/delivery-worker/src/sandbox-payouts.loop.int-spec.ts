import { newId } from '@app/kernel';
import { aWallet, postgresLedger } from '@app/ledger/testing';
import { expectBooksBalanced } from '@app/books/testing';
import { SilentLog } from '@app/platform';
import { SandboxPayoutRail, SandboxOutflowsLoop } from '@app/providers';
import { aRailPayoutOrder } from '@app/transfers/testing';
import { aConfig, PRODUCTION } from '@app/platform/testing';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../../test/support/conditions';
import { statusOf, storePayout } from '../../../test/support/stored-payouts';
import { createScratchDatabase } from '../../../test/support/test-database';
import { WorkerModule } from './worker.module';

const { signal } = new AbortController();

let database: Awaited<ReturnType<typeof createScratchDatabase>>;
const workers: INestApplicationContext[] = [];

beforeAll(async () => {
  database = await createScratchDatabase();
});

afterEach(async () => {
  const [worker] = workers;
  if (worker) await expectBooksBalanced(worker.get(DataSource));
  if (worker) await worker.get(DataSource).query('TRUNCATE sandbox_payouts');
  for (const each of workers.splice(0)) {
    await each.get(SandboxOutflowsLoop).stop();
    await each.close();
  }
});

afterAll(async () => {
  await database.drop();
});

/** A worker process in which no loop runs yet. */
async function aWorker(env: Record<string, string> = {}): Promise<INestApplicationContext> {
  const config = {
    ...aConfig({ SANDBOX_PAYOUT_DELAY: '1ms', DATABASE_URL: database.url, ...env }),
    databaseUrl: database.url,
  };
  const module = WorkerModule.forRoot({ config, service: 'test', log: new SilentLog() });
  const worker = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  workers.push(worker);
  return worker;
}

const start = (worker: INestApplicationContext) => worker.get(SandboxOutflowsLoop).start();

/** A payout that is ordered and that the rail has accepted. */
async function submitted(worker: INestApplicationContext, name?: string): Promise<string> {
  const { id: walletId, accountId } = await aWallet(postgresLedger(worker.get(DataSource)));
  const payoutId = await storePayout(worker, { accountId, walletId, userId: newId() }, name);
  await submit(worker, payoutId, name);
  return payoutId;
}

async function submit(worker: INestApplicationContext, payoutId: string, name = 'Ana Pérez'): Promise<void> {
  const order = aRailPayoutOrder({ payoutId });
  await worker.get(SandboxPayoutRail).submit({ ...order, destination: { ...order.destination, name } }, signal);
}

async function atTheRail(worker: INestApplicationContext, id: string) {
  const sql = 'SELECT state, paid_count, attempts, due_at IS NULL AS done FROM sandbox_payouts WHERE id = $1';
  const [row] = await worker.get(DataSource).query<Record<string, unknown>[]>(sql, [id]);
  return row;
}

describe('SandboxOutflowsLoop', () => {
  it.each`
    holder         | status         | paid
    ${'Ana Pérez'} | ${'completed'} | ${1}
    ${'Ana FAIL'}  | ${'failed'}    | ${0}
  `('makes the payout of $holder $status', async ({ holder, status, paid }) => {
    const worker = await aWorker();
    const id = await submitted(worker, holder as string);
    start(worker);
    await until('the rail has nothing to do', async () => (await atTheRail(worker, id))?.['done'] === true);
    expect(await statusOf(worker, id)).toBe(status);
    expect(await atTheRail(worker, id)).toMatchObject({ state: status, paid_count: paid });
  });

  it('leaves a payout to the tester when the name of the holder contains HOLD', async () => {
    const worker = await aWorker();
    const [held, other] = [await submitted(worker, 'HOLD SA'), await submitted(worker)];
    start(worker);
    await until('the other is completed', async () => (await statusOf(worker, other)) === 'completed');
    expect(await statusOf(worker, held)).toBe('requested');
  });

  it('continues after a restart with what was due before', async () => {
    const killed = await aWorker();
    const id = await submitted(killed);
    const next = await aWorker();
    start(next);
    await until('it is completed', async () => (await statusOf(next, id)) === 'completed');
  });

  it('pays each of 50 payouts once when two workers share the work', async () => {
    const [one, two] = [await aWorker(), await aWorker()];
    const ids = await Promise.all(Array.from({ length: 50 }, () => submitted(one)));
    for (const worker of [one, two]) start(worker);
    await until('all is done', async () => {
      const rows = await Promise.all(ids.map((id) => atTheRail(one, id)));
      return rows.every((row) => row?.['done'] === true && row['paid_count'] === 1);
    });
    const sql = `SELECT count(*)::int AS count FROM payouts WHERE id = ANY ($1) AND status = 'completed'`;
    expect(await one.get(DataSource).query<object[]>(sql, [ids])).toEqual([{ count: 50 }]);
  });

  it('sends a report again that the service did not accept', async () => {
    const worker = await aWorker();
    const unknown = newId();
    await submit(worker, unknown);
    start(worker);
    await until('it was sent', async () => (await atTheRail(worker, unknown))?.['state'] === 'completed');
    await pause(100);
    expect(await atTheRail(worker, unknown)).toMatchObject({ paid_count: 1, attempts: 1, done: false });
    await worker.get(DataSource).query('UPDATE sandbox_payouts SET due_at = now() WHERE id = $1', [unknown]);
    await until('it was sent again', async () => (await atTheRail(worker, unknown))?.['attempts'] === 2);
    expect(await atTheRail(worker, unknown)).toMatchObject({ paid_count: 1, done: false });
  });

  it('does nothing in production, where no payout completes automatically', async () => {
    const worker = await aWorker(PRODUCTION);
    const id = await submitted(worker);
    await worker.get(DataSource).query('UPDATE sandbox_payouts SET due_at = now() WHERE id = $1', [id]);
    start(worker);
    await pause(500);
    expect(await atTheRail(worker, id)).toMatchObject({ state: 'processing', attempts: 0 });
  });
});
