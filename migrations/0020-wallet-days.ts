import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What each wallet began its days with, so that a series of daily totals reads no postings. */
export class WalletDays1790000000020 implements MigrationInterface {
  readonly name = 'WalletDays1790000000020';

  async up(runner: QueryRunner): Promise<void> {
    await createDays(runner);
    // No posting may be added between this reading of them and the commit.
    await runner.query(`LOCK TABLE postings IN SHARE MODE`);
    await fillDays(runner);
    await runner.query(`
      CREATE TRIGGER wallet_days_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_days
        FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_rewriting()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE wallet_days`);
  }
}

/**
 * One row for each UTC day on which a wallet has postings, written with the first of them and never changed: what its
 * visible movements had added up to before, and its balance. The totals of a day are the difference between its row and
 * the next one, or the present figures. So most postings write nothing here; a row of totals for each day would be
 * rewritten by each of them.
 */
async function createDays(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE wallet_days (
      wallet_id uuid NOT NULL REFERENCES wallets (id),
      day date NOT NULL,
      total_in numeric NOT NULL CHECK (total_in >= 0 AND total_in < 'Infinity'),
      total_out numeric NOT NULL CHECK (total_out >= 0 AND total_out < 'Infinity'),
      balance numeric NOT NULL CHECK (balance > '-Infinity' AND balance < 'Infinity'),
      PRIMARY KEY (wallet_id, day)
    )`);
}

/** A posting that a clock set back dates before the one that it follows belongs to the day of that one. */
async function fillDays(runner: QueryRunner): Promise<void> {
  await runner.query(`
    INSERT INTO wallet_days (wallet_id, day, total_in, total_out, balance)
    SELECT wallet_id, day, sum(day_in) OVER w - day_in, sum(day_out) OVER w - day_out, sum(change) OVER w - change
    FROM (
      SELECT wallet_id, day, COALESCE(sum(amount) FILTER (WHERE visible AND amount > 0), 0) AS day_in,
        COALESCE(-sum(amount) FILTER (WHERE visible AND amount < 0), 0) AS day_out, sum(amount) AS change
      FROM (
        SELECT wallet_id, visible, amount,
          max((created_at AT TIME ZONE 'UTC')::date) OVER (PARTITION BY wallet_id ORDER BY wallet_version) AS day
        FROM postings WHERE wallet_id IS NOT NULL
      ) p
      GROUP BY wallet_id, day
    ) d
    WINDOW w AS (PARTITION BY wallet_id ORDER BY day)`);
}
