import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When staff first got a case about an order, because its provider refused it or may have forgotten it. */
export class OrderCases1790000000067 implements MigrationInterface {
  readonly name = 'OrderCases1790000000067';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} ADD COLUMN case_opened_at timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP COLUMN case_opened_at`);
  }
}

const TABLES = ['payouts', 'refunds'];
