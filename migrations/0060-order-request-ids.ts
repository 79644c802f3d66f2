import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The request behind what the worker calls providers for, as the log names it. Null if none caused it. */
export class OrderRequestIds1790000000060 implements MigrationInterface {
  readonly name = 'OrderRequestIds1790000000060';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} ADD COLUMN request_id text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP COLUMN request_id`);
  }
}

const TABLES = ['payouts', 'refunds', 'provider_looks'];
