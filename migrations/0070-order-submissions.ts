import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Under which key an order is sent to its provider: `submission` counts from 1 and rises when the provider refuses a
 * submission for good. `key_used_at`: when the key was used first; null until then.
 */
export class OrderSubmissions1790000000070 implements MigrationInterface {
  readonly name = 'OrderSubmissions1790000000070';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN submission integer NOT NULL DEFAULT 1`);
      await runner.query(`ALTER TABLE ${table} ADD COLUMN key_used_at timestamptz`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`ALTER TABLE ${table} DROP COLUMN key_used_at, DROP COLUMN submission`);
    }
  }
}

const TABLES = ['payouts', 'refunds'];
