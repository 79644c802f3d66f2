import type { MigrationInterface, QueryRunner } from 'typeorm';

const ACCOUNTS_BEFORE = [
  'rail_clearing',
  'collection_fee_income',
  'conversion_fee_income',
  'payout_fee_income',
  'tax_payable',
  'exchange_position',
  'adjustments',
];

/** Wallet totals by movement type, a function that locks wallets and looks up entries, and unallocated money. */
export class WalletTotals1790000000010 implements MigrationInterface {
  readonly name = 'WalletTotals1790000000010';

  async up(runner: QueryRunner): Promise<void> {
    // This locks the postings until the migration commits, so that the totals include all of them.
    await allowAccounts(runner, [...ACCOUNTS_BEFORE, 'unallocated_receipts']);
    await createTotals(runner);
    await createLock(runner);
    // The lifetime totals were the only reason to have amounts in this index.
    await indexMovementTypes(runner, '');
    await bookOpenExceptions(runner);
  }

  /** Fails if `unallocated_receipts` has postings, which are invalid without that account. */
  async down(runner: QueryRunner): Promise<void> {
    await indexMovementTypes(runner, 'INCLUDE (amount)');
    await runner.query(`DROP FUNCTION ledger_lock(uuid[], uuid[], text[], text[], uuid[])`);
    await runner.query(`DROP TABLE wallet_totals`);
    await allowAccounts(runner, ACCOUNTS_BEFORE);
  }
}

/** Books the money of open payment exceptions that were recorded before the account existed. */
async function bookOpenExceptions(runner: QueryRunner): Promise<void> {
  await runner.query(`
    WITH booked AS (
      INSERT INTO journal_entries (id, kind, reference_type, reference_id, idempotency_key, occurred_at)
      SELECT gen_random_uuid(), 'payment_exception', l.kind, l.id, 'exception:' || e.id, e.created_at
        FROM payment_exceptions e LEFT JOIN payment_links l ON l.id = e.payment_link_id
       WHERE e.status = 'open' AND e.amount > 0
      RETURNING id, idempotency_key
    )
    INSERT INTO postings (entry_id, platform_account, currency, amount)
    SELECT b.id, side.account, e.currency, side.sign * e.amount
      FROM booked b JOIN payment_exceptions e ON b.idempotency_key = 'exception:' || e.id,
        (VALUES ('rail_clearing', -1), ('unallocated_receipts', 1)) AS side (account, sign)`);
}

async function allowAccounts(runner: QueryRunner, accounts: readonly string[]): Promise<void> {
  await runner.query(`
    ALTER TABLE postings DROP CONSTRAINT postings_platform_account_check,
      ADD CONSTRAINT postings_platform_account_check CHECK (platform_account IN ('${accounts.join(`', '`)}'))`);
}

/**
 * The ledger adds to a row in the statement that writes the postings, under the wallet's lock. As with wallets, no
 * index contains the columns that change, and half of each page stays free for new row versions.
 */
async function createTotals(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE wallet_totals (
      wallet_id uuid NOT NULL REFERENCES wallets (id),
      movement_type text NOT NULL,
      visible boolean NOT NULL,
      total_in numeric NOT NULL CHECK (total_in >= 0 AND total_in < 'Infinity'),
      count_in bigint NOT NULL CHECK (count_in >= 0),
      total_out numeric NOT NULL CHECK (total_out >= 0 AND total_out < 'Infinity'),
      count_out bigint NOT NULL CHECK (count_out >= 0),
      PRIMARY KEY (wallet_id, movement_type, visible)
    ) WITH (fillfactor = 50)`);
  await runner.query(`
    INSERT INTO wallet_totals (wallet_id, movement_type, visible, total_in, count_in, total_out, count_out)
    SELECT wallet_id, movement_type, visible,
      COALESCE(sum(amount) FILTER (WHERE amount > 0), 0), count(*) FILTER (WHERE amount > 0),
      COALESCE(-sum(amount) FILTER (WHERE amount < 0), 0), count(*) FILTER (WHERE amount < 0)
    FROM postings WHERE wallet_id IS NOT NULL GROUP BY wallet_id, movement_type, visible`);
}

/**
 * Locks wallets, by their ids or through their holds, and then looks up entries and holds, all in one round trip. It
 * must be VOLATILE and PL/pgSQL: at READ COMMITTED each statement of such a function takes a new snapshot, so the
 * lookups see what others committed while the first statement waited for its locks. A join would not. Amounts and
 * versions are text, because JSON numbers cannot hold them.
 */
async function createLock(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION ledger_lock(
      wallet_ids uuid[], hold_ids uuid[], entry_keys text[], hold_reference_types text[], hold_reference_ids uuid[],
      OUT wallets json, OUT entries json, OUT holds json
    ) LANGUAGE plpgsql VOLATILE AS $$
    BEGIN
      -- NO KEY UPDATE conflicts with every other writer of the wallet, but not with rows elsewhere that refer to it.
      SELECT json_agg(l) INTO wallets FROM (
        SELECT w.id, w.account_id, w.currency, w.lane, w.balance::text, w.reserved::text, w.version::text
        FROM wallets w
        WHERE w.id = ANY (ARRAY(
          SELECT unnest(wallet_ids) UNION SELECT h.wallet_id FROM holds h WHERE h.id = ANY (hold_ids)))
        ORDER BY w.id FOR NO KEY UPDATE
      ) l;
      IF cardinality(entry_keys) > 0 THEN
        SELECT json_agg(f) INTO entries FROM (
          SELECT e.id, e.idempotency_key, e.kind, e.reference_type, e.reference_id FROM journal_entries e
          WHERE e.idempotency_key = ANY (entry_keys)
        ) f;
      END IF;
      IF cardinality(hold_ids) + cardinality(hold_reference_ids) > 0 THEN
        SELECT json_agg(f) INTO holds FROM (
          SELECT h.id, h.wallet_id, h.currency, h.amount::text, h.reference_type, h.reference_id, r.outcome, r.entry_id
          FROM holds h LEFT JOIN hold_resolutions r ON r.hold_id = h.id
          WHERE h.id = ANY (ARRAY(
            SELECT unnest(hold_ids)
            UNION SELECT o.id FROM unnest(hold_reference_types, hold_reference_ids) AS q (type, id)
              JOIN holds o ON o.reference_type = q.type AND o.reference_id = q.id))
        ) f;
      END IF;
    END $$`);
}

/** Serves lists of a rare type in a busy wallet. */
async function indexMovementTypes(runner: QueryRunner, including: string): Promise<void> {
  await runner.query(`DROP INDEX postings_movement_type_idx`);
  await runner.query(`
    CREATE INDEX postings_movement_type_idx
      ON postings (wallet_id, movement_type, created_at DESC, wallet_version DESC) ${including} WHERE visible`);
}
