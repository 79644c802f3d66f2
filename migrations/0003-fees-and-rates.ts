import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Fee schedules of accounts, exchange rates, and the notification on which every process reloads the rates. */
export class FeesAndRates1790000000003 implements MigrationInterface {
  readonly name = 'FeesAndRates1790000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE fee_schedules (
        account_id uuid PRIMARY KEY REFERENCES accounts (id),
        schedule jsonb NOT NULL CHECK (jsonb_typeof(schedule) = 'object'),
        updated_at timestamptz NOT NULL DEFAULT now()
      )`);
    // In PostgreSQL, NaN and infinity are greater than zero, so an upper bound excludes them.
    await runner.query(`
      CREATE TABLE exchange_rates (
        base text NOT NULL CHECK (base ~ '^[A-Z]{3,4}$'),
        quote text NOT NULL CHECK (quote ~ '^[A-Z]{3,4}$'),
        rate numeric NOT NULL CHECK (rate > 0 AND rate < 'Infinity'),
        as_of timestamptz NOT NULL,
        source text NOT NULL CHECK (source IN ('fixed', 'http', 'staff')),
        updated_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (base, quote),
        CHECK (base <> quote)
      )`);
    // A pair is stored in one direction only, because two contradicting rates would allow arbitrage.
    await runner.query(`
      CREATE UNIQUE INDEX exchange_rates_pair_key ON exchange_rates (LEAST(base, quote), GREATEST(base, quote))`);
    await runner.query(`
      CREATE FUNCTION announce_rate_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('rates_changed', '');
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER exchange_rates_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON exchange_rates
        FOR EACH STATEMENT EXECUTE FUNCTION announce_rate_change()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE exchange_rates, fee_schedules`);
    await runner.query(`DROP FUNCTION announce_rate_change()`);
  }
}
