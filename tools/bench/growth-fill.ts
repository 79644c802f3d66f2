import { Client } from 'pg';
import type { BenchMerchant } from './environment';

/** How many rows to write. */
export interface Filling {
  readonly movements: number;
  readonly links: number;
}

const CHUNK = 500_000;

/**
 * Every tenth movement is a payout of 50, the others are payments of 100, so the balance is a formula of the number.
 */
const BALANCE_AFTER = '(n - n / 10) * 100.00 - n / 10 * 50.00';

/**
 * Collections with their fees, and payouts, each with the records that it is about: one movement every five seconds until
 * now. Keys, ids and dates ascend as when the service writes them. A link, its order and its payment share an id, as do a
 * payout and its hold. One statement, because the triggers check each statement as a whole.
 */
const MOVEMENTS = `
  WITH new AS MATERIALIZED (
    SELECT n, uuidv7() AS id, uuidv7() AS record_id, n % 10 = 0 AS out, ${BALANCE_AFTER} AS balance_after,
      now() - ($2 - n) * interval '5 seconds' AS at
    FROM generate_series($3::bigint, $4::bigint) AS n
  ), links AS (
    INSERT INTO payment_links (id, kind, account_id, user_id, wallet_id, amount, amount_type, currency,
      currency_destiny, description, customer_paid_fee, status, current_uses, payment_method, created_at, updated_at)
    SELECT record_id, 'payment_link', $5, $6, $1, 105.00, 'receive', 'ARS', 'ARS', 'Paid ' || n, false, 'completed', 1,
      'ars_transfer', at, at FROM new WHERE NOT out
  ), orders AS (
    INSERT INTO checkout_orders (id, link_id, method, status, provider, provider_reference, payer, terms, instructions,
      created_at, updated_at)
    SELECT record_id, record_id, 'ars_transfer', 'paid', 'sandbox', record_id, '{}', '{}', '[]', at, at FROM new WHERE NOT out
  ), payments AS (
    INSERT INTO received_payments (id, account_id, payment_link_id, order_id, kind, status, payer, payment_method,
      payer_amount, payer_currency, currency, gross_amount, fee_percentage_amount, fee_fixed_amount, fee_fixed_amount_usd,
      collection_fee, fee_borne_by, conversion_fee, credited_amount, wallet_id, provider, provider_reference, created_at,
      credited_at)
    SELECT record_id, $5, record_id, record_id, 'payment_link', 'credited', '{}', 'ars_transfer', 105.00, 'ARS', 'ARS',
      105.00, 5.00, 0, 0, 5.00, 'merchant', 0, 100.00, $1, 'sandbox', record_id, at, at FROM new WHERE NOT out
  ), holds AS (
    INSERT INTO holds (id, wallet_id, currency, amount, reference_type, reference_id, created_at)
    SELECT record_id, $1, 'ARS', 50.00, 'payout', record_id, at FROM new WHERE out
  ), payouts AS (
    INSERT INTO payouts (id, account_id, type, status, wallet_id, hold_id, destination, destination_sealed, instant, amount,
      currency, fee_percentage_amount, fee_fixed_amount, fee_total, instant_fee, tax, conversion_fee, net_amount,
      destination_amount, destination_currency, lead_time, requested_by, notices, created_at, updated_at, completed_at)
    SELECT record_id, $5, 'payout', 'completed', $1, record_id, '{}', '', false, 50.00, 'ARS', 0, 0, 0, 0, 0, 0, 50.00, 50.00,
      'ARS', '1d', $6, '{}', at, at, at FROM new WHERE out
  ), resolutions AS (
    INSERT INTO hold_resolutions (hold_id, outcome, entry_id, created_at)
    SELECT record_id, 'captured', id, at FROM new WHERE out
  ), entries AS (
    INSERT INTO journal_entries (id, kind, reference_type, reference_id, idempotency_key, occurred_at, created_at)
    SELECT id, kind, CASE WHEN out THEN 'payout' ELSE 'payment_link' END, record_id, kind || ':' || record_id, at, at
    FROM new, LATERAL (SELECT CASE WHEN out THEN 'payout' ELSE 'collection' END AS kind) k
  )
  INSERT INTO postings (entry_id, wallet_id, platform_account, currency, amount, balance_before, balance_after,
    wallet_version, movement_type, visible, created_at)
  SELECT id, s.wallet_id, account, 'ARS', amount, CASE WHEN s.wallet_id IS NOT NULL THEN balance_after - amount END,
    CASE WHEN s.wallet_id IS NOT NULL THEN balance_after END, CASE WHEN s.wallet_id IS NOT NULL THEN n END,
    CASE WHEN s.wallet_id IS NULL THEN NULL WHEN out THEN 'payout' ELSE 'payment' END, s.wallet_id IS NOT NULL, at
  FROM new, LATERAL (VALUES
    (NULL::uuid, 'rail_clearing', CASE WHEN out THEN 50.00 ELSE -105.00 END),
    ($1::uuid, NULL, CASE WHEN out THEN -50.00 ELSE 100.00 END),
    (NULL::uuid, 'collection_fee_income', CASE WHEN out THEN 0 ELSE 5.00 END)) AS s (wallet_id, account, amount)
  WHERE amount <> 0`;

const WALLET = `
  UPDATE wallets w SET balance = p.balance_after, version = p.wallet_version, last_cause = p.movement_type
  FROM (SELECT * FROM postings WHERE wallet_id = $1 ORDER BY wallet_version DESC LIMIT 1) p WHERE w.id = p.wallet_id`;

const WALLET_TOTALS = `
  INSERT INTO wallet_totals (wallet_id, movement_type, visible, total_in, count_in, total_out, count_out)
  SELECT wallet_id, movement_type, visible,
    COALESCE(sum(amount) FILTER (WHERE amount > 0), 0), count(*) FILTER (WHERE amount > 0),
    COALESCE(-sum(amount) FILTER (WHERE amount < 0), 0), count(*) FILTER (WHERE amount < 0)
  FROM postings WHERE wallet_id = $1 GROUP BY wallet_id, movement_type, visible`;

// Earlier versions of the service, which it fills too, have no time zones.
const WALLET_DAYS = `
  INSERT INTO wallet_days (wallet_id, day, total_in, total_out, balance)
  SELECT $1, day, sum(day_in) OVER w - day_in, sum(day_out) OVER w - day_out, sum(change) OVER w - change
  FROM (
    SELECT (p.created_at AT TIME ZONE z.zone)::date AS day, sum(GREATEST(amount, 0)) AS day_in,
      sum(GREATEST(-amount, 0)) AS day_out, sum(amount) AS change
    FROM postings p, (SELECT COALESCE(to_jsonb(w) ->> 'time_zone', 'UTC') AS zone FROM wallets w WHERE id = $1) z
    WHERE wallet_id = $1 GROUP BY 1
  ) d WINDOW w AS (ORDER BY day)`;

const LINKS = `
  INSERT INTO payment_links (id, kind, account_id, user_id, api_key_id, wallet_id, amount, amount_type, currency,
    currency_destiny, description, customer_paid_fee, created_at, updated_at)
  SELECT uuidv7(), 'payment_link', $1, $2, $3, $4, 105.00, 'receive', 'ARS', 'ARS', 'Order ' || n, false, at, at
  FROM generate_series($6::bigint, $7::bigint) AS n, LATERAL (SELECT now() - ($5 - n) * interval '5 seconds' AS at) t`;

/**
 * Fills the merchant's empty wallet, with all records behind it, and unpaid links, in plain SQL, with all constraints and triggers active; the books balance
 * afterwards. Resolves to the seconds that it took.
 */
export async function fill(databaseUrl: string, merchant: BenchMerchant, filling: Filling): Promise<number> {
  const { accountId, userId, keyId, walletId } = merchant;
  const startedAt = performance.now();
  await Promise.all([
    withClient(databaseUrl, async (client) => {
      const owner = [accountId, userId];
      await inChunks(client, MOVEMENTS, [walletId, filling.movements], filling.movements, owner);
      await client.query(WALLET, [walletId]);
      if (await hasTable(client, 'wallet_totals')) await client.query(WALLET_TOTALS, [walletId]);
      if (await hasTable(client, 'wallet_days')) await client.query(WALLET_DAYS, [walletId]);
    }),
    withClient(databaseUrl, (client) =>
      inChunks(client, LINKS, [accountId, userId, keyId, walletId, filling.links], filling.links),
    ),
  ]);
  // Otherwise autovacuum would do this later, during the measurement.
  await withClient(databaseUrl, async (client) => {
    await client.query('VACUUM ANALYZE');
    await client.query('CHECKPOINT');
  });
  return (performance.now() - startedAt) / 1_000;
}

/** Whether the schema has the table; the bench also runs on older ones. */
export async function hasTable(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [name]);
  return rows[0]?.found ?? false;
}

/** The ids of random links. */
export async function randomLinks(databaseUrl: string, count: number): Promise<string[]> {
  const sql = 'SELECT id FROM payment_links ORDER BY random() LIMIT $1';
  const { rows } = await withClient(databaseUrl, (client) => client.query<{ id: string }>(sql, [count]));
  return rows.map(({ id }) => id);
}

/** Runs the statement for each range of numbers, which follows the parameters `before` and precedes those `after`. */
async function inChunks(
  client: Client,
  sql: string,
  before: readonly unknown[],
  count: number,
  after: readonly unknown[] = [],
): Promise<void> {
  for (let from = 1; from <= count; from += CHUNK) {
    await client.query(sql, [...before, from, Math.min(from + CHUNK - 1, count), ...after]);
  }
}

async function withClient<T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
