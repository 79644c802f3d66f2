import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Beneficiaries, bank accounts, routes, terms, verifications and payouts. */
export class Transfers1790000000012 implements MigrationInterface {
  readonly name = 'Transfers1790000000012';

  async up(runner: QueryRunner): Promise<void> {
    await createDestinations(runner);
    await createRoutes(runner);
    await createPayouts(runner);
    await createPayoutHistory(runner);
    await createVerifications(runner);
    await createSandboxPayouts(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE sandbox_payouts, transfer_verifications, payout_history, payouts, transfer_terms_acceptances,
        payout_routes, bank_accounts, beneficiaries`);
  }
}

/** `bank` shows account numbers masked; `bank_sealed` has them unmasked, encrypted for the row. */
async function createDestinations(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE beneficiaries (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL REFERENCES accounts (id),
      name text NOT NULL,
      email text NOT NULL,
      document jsonb NOT NULL,
      country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
      bank_country text NOT NULL CHECK (bank_country ~ '^[A-Z]{2}$'),
      currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
      bank jsonb NOT NULL,
      bank_sealed bytea NOT NULL,
      active boolean NOT NULL DEFAULT true,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    )`);
  await runner.query(`CREATE INDEX beneficiaries_account_idx ON beneficiaries (account_id, id DESC)`);
  await runner.query(`
    CREATE TABLE bank_accounts (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL REFERENCES accounts (id),
      holder_name text NOT NULL,
      document jsonb NOT NULL,
      country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
      currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
      bank jsonb NOT NULL,
      bank_sealed bytea NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      deleted_at timestamptz
    )`);
  await runner.query(`
    CREATE INDEX bank_accounts_account_idx ON bank_accounts (account_id, id DESC) WHERE deleted_at IS NULL`);
}

/** A sandbox has a route for every known pair; there a removed route keeps its row, so that it stays removed. */
async function createRoutes(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE payout_routes (
      origin_currency text NOT NULL CHECK (origin_currency ~ '^[A-Z]{3}$'),
      destination_country text NOT NULL CHECK (destination_country ~ '^[A-Z]{2}$'),
      destination_currency text NOT NULL CHECK (destination_currency ~ '^[A-Z]{3}$'),
      minimum numeric NOT NULL CHECK (minimum >= 0 AND minimum < 'Infinity'),
      dollar_price numeric NOT NULL CHECK (dollar_price > 0 AND dollar_price < 'Infinity'),
      lead_time text NOT NULL,
      instant boolean NOT NULL,
      removed boolean NOT NULL DEFAULT false,
      updated_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (origin_currency, destination_country, destination_currency)
    )`);
  await runner.query(`
    CREATE TABLE transfer_terms_acceptances (
      account_id uuid PRIMARY KEY REFERENCES accounts (id),
      version text NOT NULL,
      user_id uuid NOT NULL,
      accepted_at timestamptz NOT NULL
    )`);
}

/**
 * `destination_sealed` is what the rail needs to pay, encrypted for the row: a bank account that changes or is deleted
 * later does not change a payout. `notices` has the addresses that are notified. The ledger places the hold last, because
 * it locks the wallet, so the hold is checked at the commit. The worker looks at a payout again at `next_attempt_at`; null
 * when nothing is due. `leased_until` is set while a process calls the rail about it, and identifies that lease: no other
 * lease of the payout ends at that time. `attempted_at` is when a worker last took it.
 */
async function createPayouts(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE payouts (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL REFERENCES accounts (id),
      type text NOT NULL CHECK (type IN ('payout', 'transfer')),
      status text NOT NULL CHECK (status IN ('requested', 'processing', 'completed', 'failed')),
      wallet_id uuid NOT NULL,
      hold_id uuid NOT NULL CONSTRAINT payouts_hold_key UNIQUE REFERENCES holds (id) DEFERRABLE INITIALLY DEFERRED,
      destination jsonb NOT NULL,
      destination_sealed bytea NOT NULL,
      instant boolean NOT NULL,
      comment text,
      amount numeric NOT NULL CHECK (amount > 0 AND amount < 'Infinity'),
      currency text NOT NULL,
      fee_percentage_amount numeric NOT NULL,
      fee_fixed_amount numeric NOT NULL,
      fee_total numeric NOT NULL CHECK (fee_total >= 0),
      fee_bounded_by text CHECK (fee_bounded_by IN ('minimum', 'maximum')),
      instant_fee numeric NOT NULL CHECK (instant_fee >= 0),
      tax numeric NOT NULL CHECK (tax >= 0),
      conversion_fee numeric NOT NULL CHECK (conversion_fee >= 0),
      net_amount numeric NOT NULL CHECK (net_amount > 0),
      exchange_rate numeric CHECK (exchange_rate > 0),
      reference_rate numeric CHECK (reference_rate > 0),
      destination_amount numeric NOT NULL CHECK (destination_amount > 0),
      destination_currency text NOT NULL,
      lead_time text NOT NULL,
      requested_by uuid NOT NULL,
      notices jsonb NOT NULL,
      failure_reason text,
      provider_reference text,
      attempts integer NOT NULL DEFAULT 0,
      next_attempt_at timestamptz(3),
      leased_until timestamptz(3),
      attempted_at timestamptz(3),
      last_error text,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      completed_at timestamptz(3),
      failed_at timestamptz(3),
      returned_at timestamptz(3),
      CONSTRAINT payouts_wallet_currency_fkey FOREIGN KEY (wallet_id, currency) REFERENCES wallets (id, currency),
      CONSTRAINT payouts_figures_add_up
        CHECK (amount = net_amount + fee_total + instant_fee + tax + conversion_fee),
      CONSTRAINT payouts_completed CHECK ((status = 'completed') = (completed_at IS NOT NULL)),
      CONSTRAINT payouts_failed CHECK ((status = 'failed') = (failed_at IS NOT NULL)),
      CONSTRAINT payouts_returned CHECK (returned_at IS NULL OR status = 'completed')
    )`);
  await runner.query(`CREATE INDEX payouts_account_idx ON payouts (account_id, created_at DESC, id DESC)`);
  await runner.query(`CREATE INDEX payouts_due_idx ON payouts (next_attempt_at) WHERE next_attempt_at IS NOT NULL`);
  await runner.query(`
    CREATE INDEX payouts_open_idx ON payouts (created_at) WHERE status IN ('requested', 'processing')`);
}

/** Every status that a payout took. */
async function createPayoutHistory(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE payout_history (
      payout_id uuid NOT NULL REFERENCES payouts (id),
      position integer NOT NULL,
      status text NOT NULL,
      reason text,
      at timestamptz(3) NOT NULL,
      PRIMARY KEY (payout_id, position)
    )`);
}

/**
 * One pending verification per person. Source: specification, Limits. `code_hash` is the keyed hash of the code that was
 * mailed last.
 */
async function createVerifications(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE transfer_verifications (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL REFERENCES accounts (id),
      user_id uuid NOT NULL,
      status text NOT NULL
        CHECK (status IN ('pending_verification', 'verified', 'expired', 'closed', 'superseded')),
      close_reason text CHECK (close_reason IN ('attempts', 'failed_check')),
      wallet_id uuid NOT NULL REFERENCES wallets (id),
      beneficiary_id uuid NOT NULL REFERENCES beneficiaries (id),
      destination jsonb NOT NULL,
      destination_digest bytea NOT NULL,
      amount numeric NOT NULL CHECK (amount > 0 AND amount < 'Infinity'),
      currency text NOT NULL,
      instant boolean NOT NULL,
      comment text NOT NULL,
      code_hash bytea NOT NULL,
      failed_attempts integer NOT NULL DEFAULT 0 CHECK (failed_attempts BETWEEN 0 AND 5),
      resends integer NOT NULL DEFAULT 0 CHECK (resends BETWEEN 0 AND 3),
      expires_at timestamptz(3) NOT NULL,
      payout_id uuid CONSTRAINT transfer_verifications_payout_key UNIQUE REFERENCES payouts (id),
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      CONSTRAINT transfer_verifications_verified CHECK ((status = 'verified') = (payout_id IS NOT NULL)),
      CONSTRAINT transfer_verifications_closed CHECK ((status = 'closed') = (close_reason IS NOT NULL))
    )`);
  await runner.query(`
    CREATE UNIQUE INDEX transfer_verifications_pending_key ON transfer_verifications (user_id)
      WHERE status = 'pending_verification'`);
  await runner.query(`
    CREATE INDEX transfer_verifications_due_idx ON transfer_verifications (expires_at)
      WHERE status = 'pending_verification'`);
  await runner.query(`
    CREATE INDEX transfer_verifications_account_idx ON transfer_verifications (account_id, created_at)`);
}

/**
 * What the simulated payout rail was asked to pay, kept as a real rail keeps its own ledger. `due_at`: when the rail
 * takes its next step or sends its notification again; null: nothing is due.
 */
async function createSandboxPayouts(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE sandbox_payouts (
      id uuid PRIMARY KEY,
      reference text NOT NULL,
      amount numeric NOT NULL,
      currency text NOT NULL,
      holder text NOT NULL,
      state text NOT NULL CHECK (state IN ('processing', 'completed', 'failed', 'returned')),
      reason text,
      submissions integer NOT NULL,
      paid_count integer NOT NULL DEFAULT 0 CHECK (paid_count IN (0, 1)),
      attempts integer NOT NULL DEFAULT 0,
      due_at timestamptz(3),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now()
    )`);
  await runner.query(`CREATE INDEX sandbox_payouts_due_idx ON sandbox_payouts (due_at) WHERE due_at IS NOT NULL`);
}
