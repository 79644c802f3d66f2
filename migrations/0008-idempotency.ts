import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Idempotency keys of creating calls, with the encrypted response that a repeated call gets. */
export class Idempotency1790000000008 implements MigrationInterface {
  readonly name = 'Idempotency1790000000008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotency_keys (
        scope text NOT NULL,
        key text NOT NULL,
        body_hash bytea NOT NULL,
        token uuid NOT NULL,
        lease_until timestamptz,
        answer bytea,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (scope, key),
        CHECK ((answer IS NULL) = (lease_until IS NOT NULL))
      )`);
    await runner.query(`CREATE INDEX idempotency_keys_created_idx ON idempotency_keys (created_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE idempotency_keys`);
  }
}
