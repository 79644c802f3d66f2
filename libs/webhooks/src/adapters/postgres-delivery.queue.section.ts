import { newId } from '@app/kernel';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { createScratchDatabase, testDataSource } from '../../../../test/support/test-database';
import { deliveryQueueContract, QueueDriver, type DeliveryQueueSubject } from '../testing/delivery-queue.contract';
import { settle } from '../domain/delivery';
import { anEvent, anOutcome } from '../testing/factories';
import { postgresQueueSubject } from '../testing/postgres-queue.subject';
import { CLAIM, COMPLETE, DEPTH, DUE_RECEIVERS, LOAD, RELEASE } from './delivery-statements';

/** So few that reading all of them looks cheap. */
const A_HUNDRED_ENDPOINTS = `
  WITH account AS (
    INSERT INTO accounts (id, slug, name, country) VALUES (gen_random_uuid(), 'test', 'Test', 'AR') RETURNING id
  )
  INSERT INTO webhook_endpoints (id, account_id, url, events)
  SELECT gen_random_uuid(), account.id, 'http://127.0.0.1:9/' || number, '{payment.completed}'
  FROM account, generate_series(1, 100) AS number;
  ANALYZE webhook_endpoints`;

describe('PostgresDeliveryQueue', () => {
  let source: DataSource;
  let subject: DeliveryQueueSubject;

  beforeAll(async () => {
    source = await testDataSource();
    subject = postgresQueueSubject(source);
  });

  const driver = new QueueDriver(() => subject);

  deliveryQueueContract(() => subject);

  it('adds nothing when the transaction is rolled back', async () => {
    const accountId = await subject.anAccount();
    const { id } = await driver.endpoint(accountId);
    const payment = subject.uow.run(async (tx) => {
      await subject.events.add(tx, [anEvent({ accountId })]);
      throw new Error('payment rejected');
    });
    await expect(payment).rejects.toThrow('payment rejected');
    await expect(driver.claimed(id)).resolves.toEqual([]);
  });

  it('never hands out a delivery twice while four workers claim at the same time', async () => {
    const accountId = await subject.anAccount();
    const receivers = await Promise.all([1, 2, 3].map(() => driver.endpoint(accountId)));
    await driver.add(...Array.from({ length: 200 }, () => anEvent({ accountId })));
    const claimAll = async () => {
      const mine: string[] = [];
      for (;;) {
        const shares = receivers.map(({ id }) => ({ receiver: id, slots: 7 }));
        const { claimed } = await subject.uow.once((tx) => subject.queue.claim(tx, shares, 30_000, 'worker'));
        if (claimed.length === 0) return mine;
        mine.push(...claimed.map(({ deliveryId, attempt }) => `${deliveryId} ${attempt}`));
      }
    };
    const claimed = (await Promise.all([claimAll(), claimAll(), claimAll(), claimAll()])).flat();
    expect(claimed).toHaveLength(600);
    expect(new Set(claimed).size).toBe(600);
  });

  it('changes no index when it claims every row of a page', async () => {
    const accountId = await subject.anAccount();
    const { id } = await driver.endpoint(accountId);
    await driver.add(...Array.from({ length: 100 }, () => anEvent({ accountId })));
    const runner = source.createQueryRunner();
    // Statistics of earlier tests may not have been flushed yet.
    const updates = async () => {
      const [row] = (await runner.query(
        `SELECT n_tup_upd::int AS all, n_tup_hot_upd::int AS hot
         FROM pg_stat_xact_user_tables WHERE relname = 'webhook_queue'`,
      )) as { all: number; hot: number }[];
      return row ?? { all: 0, hot: 0 };
    };
    try {
      await runner.startTransaction();
      const before = await updates();
      await runner.query(CLAIM.text, [[id], [100], 30_000, 'worker', 5]);
      const after = await updates();
      expect({ all: after.all - before.all, hot: after.hot - before.hot }).toEqual({ all: 100, hot: 100 });
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  });

  it('writes the row of a delivery once if it is delivered at last', async () => {
    const accountId = await subject.anAccount();
    const { id } = await driver.endpoint(accountId);
    await driver.add(anEvent({ accountId }));
    const version = async () => {
      const rows = await source.query<{ version: string }[]>(
        `SELECT concat_ws(' ', ctid, xmin, xmax) AS version FROM webhook_deliveries WHERE account_id = $1`,
        [accountId],
      );
      return rows[0]?.version;
    };
    const before = await version();
    await driver.complete(await driver.claimOne(id), { statusCode: 500 });
    await subject.elapse(5_000);
    await driver.complete(await driver.claimOne(id));
    expect(await version()).toBe(before);
  });

  it('creates delivery ids that are ordered by time', async () => {
    const accountId = await subject.anAccount();
    const { id } = await driver.endpoint(accountId);
    const before = newId();
    await driver.add(anEvent({ accountId }));
    const { deliveryId } = await driver.claimOne(id);
    expect(deliveryId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(deliveryId.slice(0, 13) >= before.slice(0, 13)).toBe(true);
  });

  it('stores the body of an event once, however many destinations it has', async () => {
    const accountId = await subject.anAccount();
    for (let count = 0; count < 3; count++) await driver.endpoint(accountId);
    const event = anEvent({ accountId });
    await driver.add(event);
    await expect(source.query('SELECT body FROM webhook_events WHERE account_id = $1', [accountId])).resolves.toEqual([
      { body: event.body },
    ]);
  });

  it('accepts two outcomes of the same attempt in one batch', async () => {
    const accountId = await subject.anAccount();
    const { id } = await driver.endpoint(accountId);
    await driver.add(anEvent({ accountId }));
    const job = await driver.claimOne(id);
    const outcome = settle(anOutcome(job), [1, 2, 3, 4], 0.5);
    await subject.uow.once((tx) => subject.queue.complete(tx, [outcome, outcome]));
    await expect(subject.attempts(job.deliveryId)).resolves.toHaveLength(1);
  });

  // Plans are kept: one made on an empty table is still used when there are millions of rows.
  describe('planned on an empty table', () => {
    let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
    let client: Client;
    beforeAll(async () => {
      scratch = await createScratchDatabase();
      client = new Client(scratch.url);
      await client.connect();
      await client.query(A_HUNDRED_ENDPOINTS);
    });
    afterAll(async () => {
      await client.end();
      await scratch.drop();
    });

    const STATEMENTS = [DUE_RECEIVERS, DEPTH, CLAIM, LOAD, COMPLETE, RELEASE];
    const plansOf = async (text: string) => {
      const plans: string[] = [];
      for (const preparation of ['SELECT', 'VACUUM ANALYZE webhook_queue']) {
        await client.query(preparation);
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${text}`);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      }
      return plans;
    };

    it.each(STATEMENTS)(
      'reads all tables by index in $name, also when the empty queue has been vacuumed',
      async ({ text }) => {
        for (const plan of await plansOf(text)) expect(plan).not.toMatch(/Seq Scan on webhook_/);
      },
    );

    it.each(STATEMENTS)('does not compare each row of a batch with all of them in $name', async ({ text }) => {
      for (const plan of await plansOf(text)) expect(plan).not.toMatch(/Join Filter|Cond:.* AND .*= ANY/);
    });
  });
});
