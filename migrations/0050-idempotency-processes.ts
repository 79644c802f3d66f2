import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The process that executes a call, by the lock that it holds: once it is gone, the key can be claimed again. */
export class IdempotencyProcesses1790000000050 implements MigrationInterface {
  readonly name = 'IdempotencyProcesses1790000000050';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE idempotency_keys ADD COLUMN process integer`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE idempotency_keys DROP COLUMN process`);
  }
}
