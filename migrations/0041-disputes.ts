import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Disputes of received payments, and the names by which providers refer to payments in them. */
export class Disputes1790000000041 implements MigrationInterface {
  readonly name = 'Disputes1790000000041';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE received_payments ADD COLUMN payment_reference text`);
    await runner.query(`
      CREATE UNIQUE INDEX received_payments_payment_reference_key ON received_payments (provider, payment_reference)
        WHERE payment_reference IS NOT NULL`);
    await runner.query(`
      CREATE TABLE disputes (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES accounts (id),
        received_payment_id uuid NOT NULL REFERENCES received_payments (id),
        payment_link_id uuid NOT NULL REFERENCES payment_links (id),
        wallet_id uuid NOT NULL REFERENCES wallets (id),
        status text NOT NULL CHECK (status IN ('open', 'lost', 'won')),
        amount numeric NOT NULL CHECK (amount > 0),
        currency text NOT NULL,
        wallet_amount numeric NOT NULL CHECK (wallet_amount > 0),
        wallet_currency text NOT NULL,
        exchange_rate numeric CHECK (exchange_rate > 0),
        reason text,
        provider text NOT NULL,
        provider_reference text NOT NULL,
        opened_at timestamptz(3) NOT NULL,
        resolved_at timestamptz(3),
        CHECK ((status = 'open') = (resolved_at IS NULL)),
        UNIQUE (provider, provider_reference)
      )`);
    await runner.query(`CREATE INDEX disputes_account_idx ON disputes (account_id, opened_at DESC, id DESC)`);
    await runner.query(`CREATE INDEX disputes_of_payment_idx ON disputes (received_payment_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE disputes`);
    await runner.query(`ALTER TABLE received_payments DROP COLUMN payment_reference`);
  }
}
