import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a provider was asked about a subject last, and since when that has only failed; null if it has not. */
export class LookTimes1790000000071 implements MigrationInterface {
  readonly name = 'LookTimes1790000000071';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE provider_looks ADD COLUMN IF NOT EXISTS asked_at timestamptz`);
    await runner.query(`ALTER TABLE provider_looks ADD COLUMN IF NOT EXISTS failing_since timestamptz`);
    // Building concurrently waits for the transactions that run, and makes none wait.
    await runner.query(`SET lock_timeout = 0`);
    // One that failed half-way is invalid, and is built again.
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS provider_looks_failing_idx`);
    await runner.query(
      `CREATE INDEX CONCURRENTLY provider_looks_failing_idx ON provider_looks (failing_since) WHERE failing_since IS NOT NULL`,
    );
    await runner.query(`RESET lock_timeout`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS provider_looks_failing_idx`);
    await runner.query(`ALTER TABLE provider_looks DROP COLUMN IF EXISTS failing_since`);
    await runner.query(`ALTER TABLE provider_looks DROP COLUMN IF EXISTS asked_at`);
  }
}
