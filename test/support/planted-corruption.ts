import { poolOf } from '@app/platform';
import { auditIn, DAYS_OF_POSTINGS, positionOfNothing, violationsOf } from '@app/books/testing';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';

const RECHAIN = [
  `UPDATE postings SET wallet_version = wallet_version + 1000000 WHERE wallet_id IS NOT NULL`,
  `UPDATE postings p SET balance_before = c.after - p.amount, balance_after = c.after, wallet_version = c.version
   FROM (SELECT id, sum(amount) OVER w AS after, row_number() OVER w AS version FROM postings WHERE wallet_id IS NOT NULL
     WINDOW w AS (PARTITION BY wallet_id ORDER BY id)) c WHERE c.id = p.id`,
  `UPDATE wallets w SET balance = COALESCE(p.balance, 0), version = COALESCE(p.version, 0)
   FROM wallets o LEFT JOIN (SELECT wallet_id, sum(amount) AS balance, count(*) AS version FROM postings GROUP BY 1) p
     ON p.wallet_id = o.id WHERE o.id = w.id`,
  `DELETE FROM wallet_totals`,
  `INSERT INTO wallet_totals SELECT wallet_id, movement_type, visible,
     COALESCE(sum(amount) FILTER (WHERE amount > 0), 0), count(*) FILTER (WHERE amount > 0),
     COALESCE(-sum(amount) FILTER (WHERE amount < 0), 0), count(*) FILTER (WHERE amount < 0)
   FROM postings WHERE wallet_id IS NOT NULL GROUP BY wallet_id, movement_type, visible`,
  `DELETE FROM wallet_days`,
  `INSERT INTO wallet_days ${DAYS_OF_POSTINGS}`,
];

/** Changes that the owner of a database can make: triggers do not check constraints, and the end undoes everything. */
export class Forger {
  constructor(private readonly client: PoolClient) {}

  async sql(text: string, ...values: unknown[]): Promise<void> {
    await this.client.query(text, values);
  }

  /** The id of the entry with that key. */
  async entry(key: string): Promise<string> {
    const text = 'SELECT id FROM journal_entries WHERE idempotency_key = $1';
    const { rows } = await this.client.query<{ id: string }>(text, [key]);
    if (!rows[0]) throw new Error(`there is no entry ${key}`);
    return rows[0].id;
  }

  /** Posts the entry once more, under another key and about something else if asked for. Returns its id. */
  async copyEntry(key: string, newKey: string, reference?: string): Promise<string> {
    const text = `
      WITH old AS (SELECT * FROM journal_entries WHERE idempotency_key = $1), new AS (
        INSERT INTO journal_entries (id, kind, reference_type, reference_id, idempotency_key, memo, occurred_at)
        SELECT gen_random_uuid(), kind, reference_type, COALESCE($3::uuid, reference_id), $2, memo, occurred_at FROM old
        RETURNING id
      ), posted AS (
        INSERT INTO postings (entry_id, wallet_id, platform_account, currency, amount, balance_before, balance_after,
          wallet_version, movement_type, visible)
        SELECT new.id, wallet_id, platform_account, currency, amount, balance_before, balance_after,
          wallet_version + 2000000, movement_type, visible
        FROM postings p JOIN old ON old.id = p.entry_id, new ORDER BY p.id
      )
      SELECT id FROM new`;
    const { rows } = await this.client.query<{ id: string }>(text, [key, newKey, reference]);
    await this.rechain();
    return rows[0]!.id;
  }

  async deleteEntry(key: string): Promise<void> {
    await this.sql(`DELETE FROM postings WHERE entry_id = $1`, await this.entry(key));
    await this.sql(`DELETE FROM journal_entries WHERE idempotency_key = $1`, key);
    await this.rechain();
  }

  /** Computes versions, balances, totals and days from the postings again. */
  async rechain(): Promise<void> {
    for (const text of RECHAIN) await this.client.query(text);
  }
}

/**
 * What `books:verify` finds after `forge`, as `rule id`. The changes are undone. Fails unless the rules find the same in
 * whole tables, and in parts of them since a position of nothing.
 */
export async function foundAfter(source: DataSource, forge: (forger: Forger) => Promise<unknown>): Promise<string[]> {
  const client = await poolOf(source).connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL session_replication_role = replica');
    await forge(new Forger(client));
    const named = ({ rule, id }: { rule: string; id: string }) => `${rule} ${id}`;
    const found = (await violationsOf(client)).map(named);
    const { violations } = await auditIn(client, positionOfNothing());
    expect([...violations.map(named)].sort()).toEqual([...found].sort());
    return found;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}
