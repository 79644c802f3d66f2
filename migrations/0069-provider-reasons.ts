import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why a provider failed or returned an order, in its words, for staff. `failure_reason` is what the merchant reads. */
export class ProviderReasons1790000000069 implements MigrationInterface {
  readonly name = 'ProviderReasons1790000000069';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} ADD COLUMN provider_reason text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP COLUMN provider_reason`);
  }
}

const TABLES = ['payouts', 'refunds'];
