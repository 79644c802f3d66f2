import { Money, UnitOfWork } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { OrderRetention } from '@app/payment-links';
import type { INestApplicationContext } from '@nestjs/common';
import { Client } from 'pg';
import { median } from './figures';
import { settingOf } from './settings';

const CALLERS = 20;
const ROUNDS = 3;
const SECONDS = settingOf('BENCH_SECONDS', 3);
const ORDERS = 5_000;
const BATCH = 500;
const ONE = Money.of('1.00', 'ARS');

/** Unpaid orders that are old enough to be deleted, each of an unpaid link. */
const OLD_ORDERS = `
  INSERT INTO checkout_orders (id, link_id, method, status, provider, provider_reference, payer, terms, instructions,
    created_at, updated_at)
  SELECT gen_random_uuid(), id, 'ars_transfer', 'lapsed', 'sandbox', 'old ' || id, '{}', '{}', '[]',
    now() - interval '800 days', now() - interval '800 days'
  FROM (SELECT id FROM payment_links WHERE status = 'active' LIMIT $1) l`;

/** A filled database, and the service on it. */
export interface Worked {
  readonly app: INestApplicationContext;
  readonly url: string;
  readonly walletId: string;
}

/** Credits of the wallet a second, each in a transaction of its own; the medians of rounds that alternate between the databases. */
export async function creditsPerSecond(databases: readonly Worked[]): Promise<number[]> {
  const rounds = databases.map((): { perSecond: number }[] => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, database] of databases.entries()) {
      const perSecond = await credit(database);
      // The first round is the warm-up.
      if (round > 0) rounds[index]?.push({ perSecond });
    }
  }
  return rounds.map((ofOne) => median(ofOne).perSecond);
}

async function credit({ app, walletId }: Worked): Promise<number> {
  const [ledger, uow] = [app.get(LedgerService), app.get(UnitOfWork)];
  const startedAt = performance.now();
  const endsAt = startedAt + SECONDS * 1_000;
  let committed = 0;
  const caller = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const request = { walletId, amount: ONE, reason: 'A benchmark', occurredAt: new Date() };
      await uow.run((tx) => ledger.adjust(tx, request));
      committed += 1;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return (committed * 1_000) / (performance.now() - startedAt);
}

/** Old orders that the worker deletes a second. */
export async function ordersDeletedPerSecond({ app, url }: Worked): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(OLD_ORDERS, [ORDERS]);
  } finally {
    await client.end();
  }
  const retention = app.get(OrderRetention);
  const startedAt = performance.now();
  let deleted = 0;
  for (let some = BATCH; some === BATCH; deleted += some) some = await retention.deleteOld(BATCH);
  if (deleted !== ORDERS) throw new Error(`${deleted} of ${ORDERS} old orders were deleted`);
  return (deleted * 1_000) / (performance.now() - startedAt);
}
