import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The zone of the capital, or of the largest city, as `defaultTimeZone` of the accounts has it; else UTC. */
const ZONES = {
  AR: 'America/Argentina/Buenos_Aires',
  BO: 'America/La_Paz',
  BR: 'America/Sao_Paulo',
  CL: 'America/Santiago',
  CO: 'America/Bogota',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  MX: 'America/Mexico_City',
  PE: 'America/Lima',
  PT: 'Europe/Lisbon',
  PY: 'America/Asuncion',
  US: 'America/New_York',
  UY: 'America/Montevideo',
  VE: 'America/Caracas',
};

/** The days of an account are those of its time zone: what a plain date means, and to which day a posting belongs. */
export class AccountTimeZone1790000000035 implements MigrationInterface {
  readonly name = 'AccountTimeZone1790000000035';

  async up(runner: QueryRunner): Promise<void> {
    const cases = Object.entries(ZONES).map(([country, zone]) => `WHEN '${country}' THEN '${zone}'`);
    await runner.query(`ALTER TABLE accounts ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC'`);
    await runner.query(`UPDATE accounts SET time_zone = CASE country ${cases.join(' ')} ELSE 'UTC' END`);
    // A copy, so that posting joins no other table. Adding the column also keeps postings out until the commit.
    await runner.query(`ALTER TABLE wallets ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC'`);
    await protectDays(runner);
    await createChange(runner);
    await correctEarlierProcesses(runner);
    await runner.query(`SELECT ledger_set_time_zone(id, time_zone) FROM accounts WHERE time_zone <> 'UTC' ORDER BY id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`LOCK TABLE wallets IN ACCESS EXCLUSIVE MODE`);
    await runner.query(`SELECT ledger_set_time_zone(id, 'UTC') FROM accounts WHERE time_zone <> 'UTC' ORDER BY id`);
    await runner.query(`DROP TRIGGER wallet_days_of_earlier_processes ON wallet_days`);
    await runner.query(`DROP FUNCTION ledger_set_time_zone(uuid, text), ledger_local_day()`);
    await runner.query(`DROP TRIGGER wallet_days_delete ON wallet_days`);
    await runner.query(`DROP TRIGGER wallet_days_append_only ON wallet_days`);
    await runner.query(`
      CREATE TRIGGER wallet_days_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON wallet_days
        FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_rewriting()`);
    await runner.query(`ALTER TABLE wallets DROP COLUMN time_zone`);
    await runner.query(`ALTER TABLE accounts DROP COLUMN time_zone`);
  }
}

/** Only `ledger_set_time_zone` deletes days, and what it adds instead follows from the same postings. */
async function protectDays(runner: QueryRunner): Promise<void> {
  await runner.query(`DROP TRIGGER wallet_days_append_only ON wallet_days`);
  await runner.query(`
    CREATE TRIGGER wallet_days_append_only BEFORE UPDATE OR TRUNCATE ON wallet_days
      FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_rewriting()`);
  await runner.query(`
    CREATE TRIGGER wallet_days_delete BEFORE DELETE ON wallet_days FOR EACH STATEMENT
      WHEN (current_setting('ledger.rebuilding_days', true) IS DISTINCT FROM 'on')
      EXECUTE FUNCTION ledger_refuse_rewriting()`);
}

/**
 * Gives the wallets of an account another time zone, and derives their days from the postings again. It reads the history
 * before it locks the wallets, and under the lock only what was posted meanwhile, so that payments wait for milliseconds
 * and not for the history. It must be VOLATILE and PL/pgSQL: at READ COMMITTED each of its statements then sees what was
 * committed before it. The days of the history end with the version that its statement saw; the figures with which later
 * days begin are the present ones without what was posted since.
 */
async function createChange(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION ledger_set_time_zone(p_account uuid, p_zone text) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
    DECLARE
      history wallet_days[];
      seen jsonb;
    BEGIN
      SELECT (
        SELECT array_agg(ROW (d.wallet_id, d.day, d.total_in, d.total_out, d.balance)::wallet_days) FROM (
          SELECT g.wallet_id, g.day, sum(g.day_in) OVER w - g.day_in AS total_in,
            sum(g.day_out) OVER w - g.day_out AS total_out, sum(g.change) OVER w - g.change AS balance
          FROM (
            SELECT p.wallet_id, p.day, COALESCE(sum(p.amount) FILTER (WHERE p.visible AND p.amount > 0), 0) AS day_in,
              COALESCE(-sum(p.amount) FILTER (WHERE p.visible AND p.amount < 0), 0) AS day_out, sum(p.amount) AS change
            FROM (
              SELECT s.wallet_id, s.visible, s.amount, max((s.created_at AT TIME ZONE p_zone)::date)
                OVER (PARTITION BY s.wallet_id ORDER BY s.wallet_version) AS day
              FROM postings s WHERE s.wallet_id IN (SELECT id FROM wallets WHERE account_id = p_account)
            ) p
            GROUP BY p.wallet_id, p.day
          ) g
          WINDOW w AS (PARTITION BY g.wallet_id ORDER BY g.day)
        ) d
      ), (SELECT jsonb_object_agg(id, version) FROM wallets WHERE account_id = p_account)
      INTO history, seen;

      PERFORM FROM wallets WHERE account_id = p_account ORDER BY id FOR NO KEY UPDATE;
      UPDATE wallets SET time_zone = p_zone WHERE account_id = p_account;
      PERFORM set_config('ledger.rebuilding_days', 'on', true);
      DELETE FROM wallet_days WHERE wallet_id IN (SELECT id FROM wallets WHERE account_id = p_account);
      PERFORM set_config('ledger.rebuilding_days', 'off', true);
      INSERT INTO wallet_days SELECT h.* FROM unnest(history) h;

      INSERT INTO wallet_days (wallet_id, day, total_in, total_out, balance)
      SELECT w.id, d.day, t.total_in - d.later_in, t.total_out - d.later_out, w.balance - d.later
      FROM wallets w
      CROSS JOIN LATERAL (SELECT max(day) AS last_day FROM wallet_days WHERE wallet_id = w.id) k
      CROSS JOIN LATERAL (
        SELECT COALESCE(sum(total_in), 0) AS total_in, COALESCE(sum(total_out), 0) AS total_out
        FROM wallet_totals WHERE wallet_id = w.id AND visible
      ) t
      CROSS JOIN LATERAL (
        SELECT p.day, sum(COALESCE(sum(p.amount) FILTER (WHERE p.visible AND p.amount > 0), 0)) OVER l AS later_in,
          sum(COALESCE(-sum(p.amount) FILTER (WHERE p.visible AND p.amount < 0), 0)) OVER l AS later_out,
          sum(sum(p.amount)) OVER l AS later
        FROM (
          SELECT s.visible, s.amount,
            max((s.created_at AT TIME ZONE p_zone)::date) OVER (ORDER BY s.wallet_version) AS day
          FROM postings s WHERE s.wallet_id = w.id AND s.wallet_version > COALESCE((seen ->> w.id::text)::bigint, 0)
        ) p
        GROUP BY p.day WINDOW l AS (ORDER BY p.day DESC)
      ) d
      WHERE w.account_id = p_account AND COALESCE(d.day > k.last_day, true);
    END $$`);
}

/**
 * Processes of the previous version, which may run beside this one during an upgrade, open days in UTC. A UTC day that has
 * not yet begun in the zone of the wallet becomes the local one. A later release drops this.
 */
async function correctEarlierProcesses(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION ledger_local_day() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      local_day date := (SELECT (statement_timestamp()::timestamptz(3) AT TIME ZONE time_zone)::date
        FROM wallets WHERE id = NEW.wallet_id);
    BEGIN
      IF local_day < NEW.day THEN
        IF EXISTS (SELECT FROM wallet_days WHERE wallet_id = NEW.wallet_id AND day >= local_day) THEN RETURN NULL; END IF;
        NEW.day := local_day;
      END IF;
      RETURN NEW;
    END $$`);
  await runner.query(`
    CREATE TRIGGER wallet_days_of_earlier_processes BEFORE INSERT ON wallet_days FOR EACH ROW
      WHEN (NEW.day = (statement_timestamp()::timestamptz(3) AT TIME ZONE 'UTC')::date)
      EXECUTE FUNCTION ledger_local_day()`);
}
