import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a bank reported of a dispute beside what the payment had, what a dispute that was won did not bring back, and what a
 * return took back. Rows without them took, brought back and returned all of it.
 */
export class TakenParts1790000000062 implements MigrationInterface {
  readonly name = 'TakenParts1790000000062';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE disputes ADD COLUMN reported_amount text, ADD COLUMN reported_currency text,
      ADD COLUMN kept_amount numeric NOT NULL DEFAULT 0, ADD COLUMN kept_wallet_amount numeric NOT NULL DEFAULT 0`);
    await runner.query(`ALTER TABLE received_payments ADD COLUMN returned_amount numeric,
      ADD COLUMN returned_wallet_amount numeric, ADD COLUMN returned_fees numeric`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE received_payments DROP COLUMN returned_amount,
      DROP COLUMN returned_wallet_amount, DROP COLUMN returned_fees`);
    await runner.query(`ALTER TABLE disputes DROP COLUMN reported_amount, DROP COLUMN reported_currency,
      DROP COLUMN kept_amount, DROP COLUMN kept_wallet_amount`);
  }
}
