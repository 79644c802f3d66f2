import { type Database, statement } from '@app/platform';
import type { Client } from 'pg';
import type { Credit } from './credits';
import { hasTable } from './growth-fill';

const CREDIT = statement('bench.credit', 'SELECT bench.credit($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)');

/** What the ledger adds to `wallet_totals` for each posting, if the schema has that table. */
const ADD_TO_TOTALS = `
  INSERT INTO wallet_totals AS t (wallet_id, movement_type, visible, total_in, count_in, total_out, count_out)
  VALUES (p_wallet, 'payment', true, p_credited, 1, 0, 0)
  ON CONFLICT (wallet_id, movement_type, visible) DO UPDATE
    SET total_in = t.total_in + excluded.total_in, count_in = t.count_in + excluded.count_in;`;

/** The row that the ledger adds to `wallet_days` with the first posting of a day, before it adds to the totals. */
const OPEN_DAY = `
  IF NOT EXISTS (SELECT FROM wallet_days d
      WHERE d.wallet_id = p_wallet AND d.day >= (written_at::timestamptz(3) AT TIME ZONE 'UTC')::date) THEN
    INSERT INTO wallet_days (wallet_id, day, total_in, total_out, balance)
    SELECT p_wallet, (written_at::timestamptz(3) AT TIME ZONE 'UTC')::date,
      COALESCE(sum(t.total_in), 0), COALESCE(sum(t.total_out), 0), w.balance
    FROM wallet_totals t WHERE t.wallet_id = p_wallet AND t.visible;
  END IF;`;

/**
 * The baseline of `bench ledger`: one credit, row by row, in one PL/pgSQL function and so in one round trip. It writes
 * the same rows as the ledger, but checks no balance and no repeated idempotency key.
 */
export async function createBaseline(client: Client): Promise<void> {
  const openDay = (await hasTable(client, 'wallet_days')) ? OPEN_DAY : '';
  const addToTotals = (await hasTable(client, 'wallet_totals')) ? ADD_TO_TOTALS : '';
  await client.query('CREATE SCHEMA bench');
  await client.query(`
    CREATE FUNCTION bench.credit(p_entry uuid, p_kind text, p_reference_type text, p_reference uuid, p_key text,
      p_occurred_at timestamptz, p_wallet uuid, p_currency text, p_gross numeric, p_credited numeric, p_fee numeric)
    RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      w wallets;
      written_at timestamptz;
    BEGIN
      SELECT * INTO STRICT w FROM wallets WHERE id = p_wallet FOR UPDATE;
      -- The statement began before the lock was granted, but dates must follow versions.
      written_at := clock_timestamp();
      INSERT INTO journal_entries (id, kind, reference_type, reference_id, idempotency_key, occurred_at, created_at)
      VALUES (p_entry, p_kind, p_reference_type, p_reference, p_key, p_occurred_at, written_at);
      INSERT INTO postings (entry_id, wallet_id, platform_account, currency, amount, balance_before, balance_after,
        wallet_version, movement_type, visible, created_at)
      VALUES
        (p_entry, NULL, 'rail_clearing', p_currency, -p_gross, NULL, NULL, NULL, NULL, false, written_at),
        (p_entry, p_wallet, NULL, p_currency, p_credited, w.balance, w.balance + p_credited, w.version + 1, 'payment',
          true, written_at),
        (p_entry, NULL, 'collection_fee_income', p_currency, p_fee, NULL, NULL, NULL, NULL, false, written_at);
      UPDATE wallets SET balance = w.balance + p_credited, version = w.version + 1, last_cause = 'payment',
        updated_at = written_at
      WHERE id = p_wallet;${openDay}${addToTotals}
    END $$`);
}

/** Calls the function: one statement, which is one transaction. */
export async function creditThroughBaseline(db: Database, credit: Credit): Promise<void> {
  const { id, kind, reference, idempotencyKey, occurredAt, walletId, gross, credited, fee } = credit;
  const amounts = [gross, credited, fee].map((amount) => amount.toFixed());
  const about = [id, kind, reference.type, reference.id, idempotencyKey, occurredAt.toISOString()];
  await db.read(CREDIT, [...about, walletId, gross.currency, ...amounts]);
}
