import type { MigrationInterface, QueryRunner } from 'typeorm';

/** USD debits with all their states, numbered fee receipts, and payment exceptions that staff can resolve. */
export class CollectionLifecycle1790000000009 implements MigrationInterface {
  readonly name = 'CollectionLifecycle1790000000009';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE checkout_orders DROP CONSTRAINT checkout_orders_status_check,
        ADD CONSTRAINT checkout_orders_status_check CHECK
          (status IN ('open', 'confirmed', 'paid', 'lapsed', 'superseded', 'refused', 'returned')),
        ADD COLUMN debit jsonb`);
    // Finds the notifications of an order that wait for an earlier one.
    await runner.query(`
      CREATE INDEX provider_notifications_pending_idx ON provider_notifications (provider, reference)
        WHERE status = 'received'`);
    await runner.query(`ALTER TABLE accounts ADD COLUMN customer_paid_fee_default boolean NOT NULL DEFAULT false`);
    await runner.query(`
      CREATE TABLE fee_receipt_counters (
        account_id uuid PRIMARY KEY REFERENCES accounts (id),
        last_number bigint NOT NULL CHECK (last_number > 0)
      )`);
    await this.exceptions(runner);
    await this.payments(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM received_payments WHERE exception_id IS NOT NULL OR status = 'in_process'`);
    await runner.query(`
      DROP INDEX received_payments_link_key, received_payments_order_key, received_payments_exception_key,
        received_payments_of_link_idx`);
    await runner.query(`ALTER TABLE received_payments DROP COLUMN exception_id, DROP COLUMN payer_fee`);
    await runner.query(`ALTER TABLE received_payments ADD UNIQUE (order_id)`);
    await runner.query(`CREATE UNIQUE INDEX received_payments_link_key ON received_payments (payment_link_id)`);
    await runner.query(`DELETE FROM payment_exceptions WHERE order_id IS NULL OR status = 'matched'`);
    await runner.query(`
      ALTER TABLE payment_exceptions DROP COLUMN reference, DROP COLUMN wallet_id, DROP COLUMN resolution,
        DROP CONSTRAINT payment_exceptions_status_check,
        ADD CONSTRAINT payment_exceptions_status_check CHECK (status IN ('open', 'credited', 'refunded')),
        ALTER COLUMN payment_link_id SET NOT NULL, ALTER COLUMN order_id SET NOT NULL`);
    await runner.query(`DROP INDEX payment_exceptions_order_idx`);
    await runner.query(`DROP TABLE fee_receipt_counters`);
    await runner.query(`ALTER TABLE accounts DROP COLUMN customer_paid_fee_default`);
    await runner.query(`DROP INDEX provider_notifications_pending_idx`);
    await runner.query(`
      UPDATE checkout_orders SET status = CASE status WHEN 'returned' THEN 'paid' ELSE 'superseded' END
       WHERE status IN ('confirmed', 'refused', 'returned')`);
    await runner.query(`
      ALTER TABLE checkout_orders DROP COLUMN debit, DROP CONSTRAINT checkout_orders_status_check,
        ADD CONSTRAINT checkout_orders_status_check CHECK (status IN ('open', 'paid', 'lapsed', 'superseded'))`);
  }

  /** A payment for an unknown order has no link; `matched` means that its order was found later. */
  private async exceptions(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE payment_exceptions
        ALTER COLUMN payment_link_id DROP NOT NULL, ALTER COLUMN order_id DROP NOT NULL,
        ADD COLUMN reference text, ADD COLUMN wallet_id uuid REFERENCES wallets (id), ADD COLUMN resolution text,
        DROP CONSTRAINT payment_exceptions_status_check,
        ADD CONSTRAINT payment_exceptions_status_check CHECK (status IN ('open', 'credited', 'refunded', 'matched'))`);
    await runner.query(`
      UPDATE payment_exceptions e SET reference = o.provider_reference FROM checkout_orders o WHERE o.id = e.order_id`);
    await runner.query(`ALTER TABLE payment_exceptions ALTER COLUMN reference SET NOT NULL`);
    await runner.query(`CREATE INDEX payment_exceptions_order_idx ON payment_exceptions (order_id)`);
  }

  /** A link still accepts one payment. Any other payment that staff credits belongs to a payment exception. */
  private async payments(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE received_payments
        ADD COLUMN payer_fee numeric NOT NULL DEFAULT 0 CHECK (payer_fee >= 0),
        ADD COLUMN exception_id uuid REFERENCES payment_exceptions (id),
        DROP CONSTRAINT received_payments_order_id_key`);
    await runner.query(`DROP INDEX received_payments_link_key`);
    await runner.query(`
      CREATE UNIQUE INDEX received_payments_link_key ON received_payments (payment_link_id) WHERE exception_id IS NULL`);
    await runner.query(`
      CREATE UNIQUE INDEX received_payments_order_key ON received_payments (order_id) WHERE exception_id IS NULL`);
    await runner.query(`
      CREATE UNIQUE INDEX received_payments_exception_key ON received_payments (exception_id)
        WHERE exception_id IS NOT NULL`);
    // All payments of a link, including those of payment exceptions.
    await runner.query(`CREATE INDEX received_payments_of_link_idx ON received_payments (payment_link_id)`);
  }
}
