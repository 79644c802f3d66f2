import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payment links, checkout orders, payment notifications, received payments and payment exceptions. */
export class PaymentLinks1790000000004 implements MigrationInterface {
  readonly name = 'PaymentLinks1790000000004';

  async up(runner: QueryRunner): Promise<void> {
    await this.links(runner);
    await this.orders(runner);
    await this.receipts(runner);
    // Link creation uses cached wallets and fees of an account, so changes are announced. Balances change with the
    // traffic and are not cached: an UPDATE of a wallet announces nothing.
    await runner.query(`
      CREATE TRIGGER wallets_announce AFTER INSERT OR DELETE ON wallets
        FOR EACH ROW EXECUTE FUNCTION announce_account_change()`);
    await runner.query(`
      CREATE TRIGGER fee_schedules_announce AFTER INSERT OR UPDATE OR DELETE ON fee_schedules
        FOR EACH ROW EXECUTE FUNCTION announce_account_change()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER fee_schedules_announce ON fee_schedules`);
    await runner.query(`DROP TRIGGER wallets_announce ON wallets`);
    await runner.query(
      `DROP TABLE payment_exceptions, received_payments, provider_notifications, checkout_orders, payment_links`,
    );
  }

  private async links(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE payment_links (
        id uuid PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN ('payment_link', 'card_payment_link')),
        account_id uuid NOT NULL REFERENCES accounts (id),
        user_id uuid NOT NULL REFERENCES users (id),
        api_key_id uuid REFERENCES api_keys (id) ON DELETE SET NULL,
        wallet_id uuid NOT NULL REFERENCES wallets (id),
        amount numeric NOT NULL CHECK (amount > 0),
        amount_type text NOT NULL CHECK (amount_type IN ('receive', 'charge')),
        currency text NOT NULL,
        currency_destiny text NOT NULL,
        description text NOT NULL,
        customer_paid_fee boolean NOT NULL,
        webhook_url text,
        status text NOT NULL DEFAULT 'active' CHECK
          (status IN ('active', 'processing', 'in_transit', 'completed', 'cancelled', 'expired', 'returned')),
        expires_at timestamptz,
        current_uses integer NOT NULL DEFAULT 0 CHECK (current_uses BETWEEN 0 AND 1),
        payment_method text,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CHECK (status NOT IN ('completed', 'returned') OR current_uses = 1),
        CHECK (status <> 'cancelled' OR current_uses = 0)
      )`);
    await runner.query(
      `CREATE INDEX payment_links_account_idx ON payment_links (account_id, created_at DESC, id DESC)`,
    );
  }

  private async orders(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE checkout_orders (
        id uuid PRIMARY KEY,
        link_id uuid NOT NULL REFERENCES payment_links (id),
        method text NOT NULL,
        status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'paid', 'lapsed', 'superseded')),
        provider text NOT NULL,
        provider_reference text NOT NULL,
        payer jsonb NOT NULL,
        terms jsonb NOT NULL,
        instructions jsonb NOT NULL,
        expires_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE (provider, provider_reference)
      )`);
    await runner.query(`CREATE INDEX checkout_orders_link_idx ON checkout_orders (link_id)`);
    await runner.query(
      `CREATE UNIQUE INDEX checkout_orders_open_key ON checkout_orders (link_id) WHERE status = 'open'`,
    );
    await runner.query(`CREATE INDEX checkout_orders_due_idx ON checkout_orders (expires_at) WHERE status = 'open'`);
    await runner.query(`
      CREATE TABLE provider_notifications (
        provider text NOT NULL,
        notification_id text NOT NULL,
        type text NOT NULL,
        reference text NOT NULL,
        paid_amount numeric,
        paid_currency text,
        payer jsonb,
        body text NOT NULL,
        status text NOT NULL DEFAULT 'received' CHECK (status IN ('received', 'settled')),
        outcome text,
        attempts integer NOT NULL DEFAULT 0,
        next_attempt_at timestamptz NOT NULL DEFAULT now() + interval '10 seconds',
        received_at timestamptz NOT NULL DEFAULT now(),
        settled_at timestamptz,
        PRIMARY KEY (provider, notification_id)
      )`);
    await runner.query(
      `CREATE INDEX provider_notifications_due_idx ON provider_notifications (next_attempt_at) WHERE status = 'received'`,
    );
  }

  private async receipts(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE received_payments (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES accounts (id),
        payment_link_id uuid NOT NULL REFERENCES payment_links (id),
        order_id uuid NOT NULL UNIQUE REFERENCES checkout_orders (id),
        kind text NOT NULL,
        status text NOT NULL CHECK (status IN ('in_process', 'credited', 'returned')),
        payer jsonb NOT NULL,
        payment_method text NOT NULL,
        payer_amount numeric NOT NULL,
        payer_currency text NOT NULL,
        exchange_rate numeric,
        reference_rate numeric,
        effective_rate numeric,
        currency text NOT NULL,
        gross_amount numeric NOT NULL,
        fee_percentage_amount numeric NOT NULL,
        fee_fixed_amount numeric NOT NULL,
        fee_fixed_amount_usd numeric NOT NULL,
        collection_fee numeric NOT NULL,
        fee_bounded_by text CHECK (fee_bounded_by IN ('minimum', 'maximum')),
        fee_borne_by text NOT NULL CHECK (fee_borne_by IN ('merchant', 'payer')),
        conversion_fee numeric NOT NULL,
        credited_amount numeric NOT NULL CHECK (credited_amount >= 0),
        wallet_id uuid NOT NULL REFERENCES wallets (id),
        provider text NOT NULL,
        provider_reference text NOT NULL,
        fee_receipt jsonb,
        created_at timestamptz NOT NULL DEFAULT now(),
        credited_at timestamptz,
        returned_at timestamptz
      )`);
    // A link accepts one payment. Any further payment is recorded in payment_exceptions.
    await runner.query(`CREATE UNIQUE INDEX received_payments_link_key ON received_payments (payment_link_id)`);
    await runner.query(
      `CREATE INDEX received_payments_account_idx ON received_payments (account_id, created_at DESC, id DESC)`,
    );
    await runner.query(`
      CREATE TABLE payment_exceptions (
        id uuid PRIMARY KEY,
        provider text NOT NULL,
        notification_id text NOT NULL,
        payment_link_id uuid NOT NULL REFERENCES payment_links (id),
        order_id uuid NOT NULL REFERENCES checkout_orders (id),
        reason text NOT NULL,
        amount numeric NOT NULL,
        currency text NOT NULL,
        status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'credited', 'refunded')),
        created_at timestamptz NOT NULL DEFAULT now(),
        resolved_at timestamptz,
        UNIQUE (provider, notification_id)
      )`);
    await runner.query(
      `CREATE INDEX payment_exceptions_open_idx ON payment_exceptions (created_at) WHERE status = 'open'`,
    );
  }
}
