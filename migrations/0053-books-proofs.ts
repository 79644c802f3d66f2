import type { MigrationInterface, QueryRunner } from 'typeorm';

const PAID_AT = 'GREATEST(created_at, credited_at, returned_at)';
/** When rows were written, in the order of the table's pages: a few kilobytes for a gigabyte of rows, at no cost to updates. */
const WRITTEN: readonly (readonly [table: string, time: string])[] = [
  ['journal_entries', 'created_at'],
  ['postings', 'created_at'],
  ['holds', 'created_at'],
  ['hold_resolutions', 'created_at'],
  ['payment_links', 'updated_at'],
  ['checkout_orders', 'updated_at'],
  ['received_payments', PAID_AT],
  ['payment_exceptions', 'GREATEST(created_at, resolved_at)'],
  ['payouts', 'updated_at'],
  ['transfer_verifications', 'updated_at'],
  ['refunds', 'updated_at'],
  ['disputes', 'GREATEST(opened_at, resolved_at)'],
];
const INDEXES: readonly (readonly [name: string, definition: string])[] = [
  ...WRITTEN.map(([table, time]): [string, string] => [
    `${table}_written_idx`,
    `${table} USING brin ((${time})) WITH (pages_per_range = 16, autosummarize = on)`,
  ]),
  [
    'provider_notifications_deposits_idx',
    `provider_notifications (GREATEST(received_at, settled_at)) WHERE kind = 'deposit'`,
  ],
  ['postings_unallocated_idx', `postings (currency, amount) WHERE platform_account = 'unallocated_receipts'`],
];

/** What proofs of the books since a position read, and the position of the worker's own proofs. */
export class BooksProofs1790000000053 implements MigrationInterface {
  readonly name = 'BooksProofs1790000000053';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Building concurrently waits for the transactions that run, and makes none wait.
    await runner.query(`SET lock_timeout = 0`);
    for (const [name, definition] of INDEXES) {
      // One that failed half-way is invalid, and is built again.
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${definition}`);
    }
    await runner.query(`RESET lock_timeout`);
    await runner.query(`
      CREATE TABLE IF NOT EXISTS books_proofs (
        single boolean PRIMARY KEY DEFAULT true CHECK (single),
        due_at timestamptz NOT NULL DEFAULT now() + interval '10 minutes',
        ended_at timestamptz,
        violations integer,
        proven_at timestamptz,
        open_holds uuid[] NOT NULL DEFAULT '{}'
      )`);
    await runner.query(`
      CREATE TABLE IF NOT EXISTS books_proven_wallets (
        wallet_id uuid PRIMARY KEY,
        version bigint NOT NULL,
        balance numeric NOT NULL,
        day date,
        time_zone text NOT NULL,
        totals jsonb NOT NULL
      )`);
    await runner.query(`INSERT INTO books_proofs (single) VALUES (true) ON CONFLICT DO NOTHING`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE IF EXISTS books_proven_wallets`);
    await runner.query(`DROP TABLE IF EXISTS books_proofs`);
    for (const [name] of INDEXES) await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  }
}
