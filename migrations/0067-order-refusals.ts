import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a provider first refused an order for want of funds; null if none did. */
export class OrderRefusals1790000000067 implements MigrationInterface {
  readonly name = 'OrderRefusals1790000000067';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} ADD COLUMN refused_at timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP COLUMN refused_at`);
  }
}

const TABLES = ['payouts', 'refunds'];
