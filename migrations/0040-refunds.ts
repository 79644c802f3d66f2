import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Refunds of received payments, and what they and disputes leave of a payment. Amounts are in the payer's currency. */
export class Refunds1790000000040 implements MigrationInterface {
  readonly name = 'Refunds1790000000040';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE received_payments
        ADD COLUMN refunded_amount numeric NOT NULL DEFAULT 0
          CHECK (refunded_amount >= 0 AND refunded_amount <= payer_amount),
        ADD COLUMN disputed_amount numeric NOT NULL DEFAULT 0
          CHECK (disputed_amount >= 0 AND disputed_amount <= payer_amount),
        DROP CONSTRAINT received_payments_status_check,
        ADD CONSTRAINT received_payments_status_check
          CHECK (status IN ('in_process', 'credited', 'returned', 'refunded', 'disputed'))`);
    await runner.query(`
      CREATE TABLE refunds (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES accounts (id),
        received_payment_id uuid NOT NULL REFERENCES received_payments (id),
        payment_link_id uuid NOT NULL REFERENCES payment_links (id),
        order_id uuid NOT NULL REFERENCES checkout_orders (id),
        wallet_id uuid NOT NULL REFERENCES wallets (id),
        hold_id uuid UNIQUE,
        status text NOT NULL CHECK (status IN ('requested', 'processing', 'completed', 'failed')),
        amount numeric NOT NULL CHECK (amount > 0),
        currency text NOT NULL,
        wallet_amount numeric NOT NULL CHECK (wallet_amount >= 0),
        wallet_currency text NOT NULL,
        exchange_rate numeric CHECK (exchange_rate > 0),
        reason text,
        origin text NOT NULL CHECK (origin IN ('panel', 'provider')),
        failure_reason text,
        provider text NOT NULL,
        order_reference text NOT NULL,
        provider_reference text,
        requested_by uuid,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        completed_at timestamptz(3),
        failed_at timestamptz(3),
        next_attempt_at timestamptz(3),
        leased_until timestamptz(3),
        attempted_at timestamptz(3),
        attempts integer NOT NULL DEFAULT 0,
        last_error text,
        CHECK ((status = 'completed') = (completed_at IS NOT NULL)),
        CHECK ((status = 'failed') = (failed_at IS NOT NULL)),
        CHECK (status IN ('requested', 'processing') OR next_attempt_at IS NULL)
      )`);
    await runner.query(`
      ALTER TABLE sandbox_payouts
        ADD COLUMN kind text NOT NULL DEFAULT 'payout' CHECK (kind IN ('payout', 'refund')),
        ADD COLUMN provider text NOT NULL DEFAULT 'sandbox_payouts'`);
    await runner.query(`CREATE INDEX refunds_account_idx ON refunds (account_id, created_at DESC, id DESC)`);
    await runner.query(`CREATE INDEX refunds_of_payment_idx ON refunds (received_payment_id)`);
    await runner.query(`CREATE INDEX refunds_due_idx ON refunds (next_attempt_at) WHERE next_attempt_at IS NOT NULL`);
    await runner.query(`
      CREATE UNIQUE INDEX refunds_provider_reference_key ON refunds (provider, provider_reference)
        WHERE provider_reference IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE refunds`);
    await runner.query(`DELETE FROM sandbox_payouts WHERE kind = 'refund'`);
    await runner.query(`ALTER TABLE sandbox_payouts DROP COLUMN kind, DROP COLUMN provider`);
    await runner.query(`
      ALTER TABLE received_payments
        DROP COLUMN refunded_amount, DROP COLUMN disputed_amount,
        DROP CONSTRAINT received_payments_status_check,
        ADD CONSTRAINT received_payments_status_check CHECK (status IN ('in_process', 'credited', 'returned'))`);
  }
}
