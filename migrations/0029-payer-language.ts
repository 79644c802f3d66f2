import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An order keeps the language of the page on which the payer chose it, for the receipts that follow. The payer's page
 * and the panel show the payment exceptions of one link.
 */
export class PayerLanguage1790000000029 implements MigrationInterface {
  readonly name = 'PayerLanguage1790000000029';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE checkout_orders ADD COLUMN language text
        CONSTRAINT checkout_orders_language_check CHECK (language IN ('en', 'es', 'pt'))`);
    await runner.query(`
      CREATE INDEX payment_exceptions_link_idx ON payment_exceptions (payment_link_id, created_at, id)
        WHERE payment_link_id IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX payment_exceptions_link_idx`);
    await runner.query(`ALTER TABLE checkout_orders DROP COLUMN language`);
  }
}
