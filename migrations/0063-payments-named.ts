import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How providers name the money of payment exceptions, and what took it back there; and since when a notification waits for
 * another one.
 */
export class PaymentsNamed1790000000063 implements MigrationInterface {
  readonly name = 'PaymentsNamed1790000000063';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE payment_exceptions ADD COLUMN payment_reference text, ADD COLUMN reversal_reference text`,
    );
    await runner.query(`ALTER TABLE provider_notifications ADD COLUMN waiting_since timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE provider_notifications DROP COLUMN waiting_since`);
    await runner.query(`ALTER TABLE payment_exceptions DROP COLUMN payment_reference, DROP COLUMN reversal_reference`);
  }
}
