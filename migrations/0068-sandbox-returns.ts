import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the sandbox sent back of a payout: `[{amount, reason}]`. One that it returned before has none, and came back whole. */
export class SandboxReturns1790000000068 implements MigrationInterface {
  readonly name = 'SandboxReturns1790000000068';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE sandbox_payouts ADD COLUMN returns jsonb NOT NULL DEFAULT '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE sandbox_payouts DROP COLUMN returns`);
  }
}
