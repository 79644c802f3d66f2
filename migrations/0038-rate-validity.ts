import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Until when a rate of a daily source holds, and accepted rates of the last day, which new ones are compared with. */
export class RateValidity1790000000038 implements MigrationInterface {
  readonly name = 'RateValidity1790000000038';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE exchange_rates ADD COLUMN valid_until timestamptz`);
    await runner.query(`
      CREATE TABLE exchange_rate_history (
        base text NOT NULL,
        quote text NOT NULL,
        rate numeric NOT NULL CHECK (rate > 0 AND rate < 'Infinity'),
        accepted_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (base, quote, accepted_at)
      )`);
    await runner.query(`
      INSERT INTO exchange_rate_history (base, quote, rate)
      SELECT base, quote, rate FROM exchange_rates WHERE source <> 'fixed'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE exchange_rate_history`);
    await runner.query(`ALTER TABLE exchange_rates DROP COLUMN valid_until`);
  }
}
