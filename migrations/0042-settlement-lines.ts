import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lines of the providers' settlement reports, and when to pull the next ones. `subject` is the reference without the
 * prefix that our ids carry at providers, so that a report finds a line by either form.
 */
export class SettlementLines1790000000042 implements MigrationInterface {
  readonly name = 'SettlementLines1790000000042';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE settlement_lines (
        provider text NOT NULL,
        id text NOT NULL,
        type text NOT NULL,
        reference text,
        subject text GENERATED ALWAYS AS (regexp_replace(reference, '^sp-', '')) STORED,
        gross numeric NOT NULL,
        fee numeric NOT NULL,
        net numeric NOT NULL,
        currency text NOT NULL,
        settled_at timestamptz(3) NOT NULL,
        batch text,
        imported_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (provider, id)
      )`);
    await runner.query(`CREATE INDEX settlement_lines_subject_idx ON settlement_lines (provider, subject)`);
    await runner.query(`
      CREATE TABLE settlement_pulls (
        provider text PRIMARY KEY,
        due_at timestamptz NOT NULL,
        pulled_at timestamptz,
        last_error text
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE settlement_pulls`);
    await runner.query(`DROP TABLE settlement_lines`);
  }
}
