import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The shop's own number of a payment link, and the address that the checkout leads the payer back to. */
export class LinkReferences1790000000027 implements MigrationInterface {
  readonly name = 'LinkReferences1790000000027';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE payment_links ADD COLUMN reference text, ADD COLUMN return_url text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE payment_links DROP COLUMN return_url, DROP COLUMN reference`);
  }
}
