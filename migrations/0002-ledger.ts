import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Wallets, the double-entry journal and holds, with the rules of the books that the database can enforce. */
export class Ledger1790000000002 implements MigrationInterface {
  readonly name = 'Ledger1790000000002';

  async up(runner: QueryRunner): Promise<void> {
    await createWallets(runner);
    await createJournal(runner);
    await createHolds(runner);
    await refuseOverdrafts(runner);
    await demandBalancedEntries(runner);
    await refuseRewriting(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE hold_resolutions, holds, postings, journal_entries, wallets`);
    await runner.query(`DROP FUNCTION ledger_refuse_overdraft(), ledger_demand_balance(), ledger_refuse_rewriting()`);
  }
}

/**
 * A wallet's row is updated constantly, and no index contains the columns that change. Half of each page stays free, so
 * that a new row version fits beside the old one and no index is updated (HOT).
 */
async function createWallets(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE wallets (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL REFERENCES accounts (id),
      currency text NOT NULL CHECK (currency ~ '^[A-Z]{3,5}$'),
      lane text NOT NULL CHECK (lane IN ('local', 'usd', 'internal')),
      balance numeric NOT NULL DEFAULT 0 CHECK (balance > '-Infinity' AND balance < 'Infinity'),
      reserved numeric NOT NULL DEFAULT 0 CONSTRAINT wallets_reserved_not_negative CHECK (reserved >= 0),
      available numeric NOT NULL GENERATED ALWAYS AS (balance - reserved) STORED,
      version bigint NOT NULL DEFAULT 0 CHECK (version >= 0),
      last_cause text,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT wallets_account_lane_key UNIQUE (account_id, lane),
      CONSTRAINT wallets_id_currency_key UNIQUE (id, currency),
      CONSTRAINT wallets_usd_lane_holds_usd CHECK (lane <> 'usd' OR currency = 'USD')
    ) WITH (fillfactor = 50)`);
}

/**
 * `created_at` is the start of the statement, not of the transaction: by then the writer holds the wallet's lock, so
 * dates ascend with versions. It has millisecond precision, like the cursors of readers.
 */
async function createJournal(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE journal_entries (
      id uuid PRIMARY KEY,
      kind text NOT NULL CHECK (kind <> ''),
      reference_type text,
      reference_id uuid,
      idempotency_key text NOT NULL CHECK (idempotency_key <> ''),
      memo text,
      occurred_at timestamptz NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT statement_timestamp(),
      CONSTRAINT journal_entries_idempotency_key_key UNIQUE (idempotency_key),
      CONSTRAINT journal_entries_reference_whole CHECK (num_nulls(reference_type, reference_id) IN (0, 2))
    )`);
  await runner.query(`CREATE INDEX journal_entries_reference_idx ON journal_entries (reference_id, reference_type)`);
  await runner.query(`
    CREATE TABLE postings (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      entry_id uuid NOT NULL REFERENCES journal_entries (id),
      wallet_id uuid,
      platform_account text CHECK (platform_account IN (
        'rail_clearing', 'collection_fee_income', 'conversion_fee_income', 'payout_fee_income', 'tax_payable',
        'exchange_position', 'adjustments')),
      currency text NOT NULL,
      amount numeric NOT NULL CHECK (amount <> 0 AND amount > '-Infinity' AND amount < 'Infinity'),
      balance_before numeric,
      balance_after numeric,
      wallet_version bigint,
      movement_type text,
      visible boolean NOT NULL DEFAULT false,
      created_at timestamptz(3) NOT NULL DEFAULT statement_timestamp(),
      CONSTRAINT postings_wallet_currency_fkey FOREIGN KEY (wallet_id, currency) REFERENCES wallets (id, currency),
      CONSTRAINT postings_one_side CHECK (num_nonnulls(wallet_id, platform_account) = 1),
      CONSTRAINT postings_wallet_chain CHECK (CASE WHEN wallet_id IS NULL
        THEN num_nonnulls(balance_before, balance_after, wallet_version, movement_type) = 0 AND NOT visible
        ELSE num_nulls(balance_before, balance_after, wallet_version, movement_type) = 0
          AND balance_after = balance_before + amount AND wallet_version >= 1 END)
    )`);
  await runner.query(`CREATE INDEX postings_entry_idx ON postings (entry_id)`);
  await runner.query(`
    CREATE UNIQUE INDEX postings_wallet_version_key ON postings (wallet_id, wallet_version)
      WHERE wallet_id IS NOT NULL`);
  await runner.query(`
    CREATE INDEX postings_movements_idx ON postings (wallet_id, created_at DESC, wallet_version DESC) WHERE visible`);
  // Serves lists of a rare type in a busy wallet, and lifetime totals by index-only scan.
  await runner.query(`
    CREATE INDEX postings_movement_type_idx
      ON postings (wallet_id, movement_type, created_at DESC, wallet_version DESC) INCLUDE (amount) WHERE visible`);
}

/** A hold never changes. Its resolution is a separate row whose primary key is the hold, so it is resolved once. */
async function createHolds(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE holds (
      id uuid PRIMARY KEY,
      wallet_id uuid NOT NULL,
      currency text NOT NULL,
      amount numeric NOT NULL CHECK (amount > 0 AND amount < 'Infinity'),
      reference_type text NOT NULL,
      reference_id uuid NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT statement_timestamp(),
      CONSTRAINT holds_wallet_currency_fkey FOREIGN KEY (wallet_id, currency) REFERENCES wallets (id, currency),
      CONSTRAINT holds_reference_key UNIQUE (reference_type, reference_id)
    )`);
  await runner.query(`CREATE INDEX holds_wallet_idx ON holds (wallet_id)`);
  await runner.query(`
    CREATE TABLE hold_resolutions (
      hold_id uuid PRIMARY KEY REFERENCES holds (id),
      outcome text NOT NULL CHECK (outcome IN ('captured', 'released')),
      entry_id uuid REFERENCES journal_entries (id),
      created_at timestamptz(3) NOT NULL DEFAULT statement_timestamp(),
      CONSTRAINT hold_resolutions_entry_key UNIQUE (entry_id),
      CONSTRAINT hold_resolutions_capture_has_entry CHECK ((outcome = 'captured') = (entry_id IS NOT NULL))
    )`);
}

/**
 * Only a returned debit, which is a posting, may make available negative; a hold never may. The condition is in WHEN,
 * so that no function is called unless it is met. It spells out `balance - reserved`, because generated columns have no
 * value in a BEFORE trigger. A credit to a wallet in debt passes, because it increases available.
 */
async function refuseOverdrafts(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION ledger_refuse_overdraft() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'wallet % would have % available', NEW.id, NEW.balance - NEW.reserved
        USING ERRCODE = '23514', CONSTRAINT = 'wallets_available_not_overdrawn', TABLE = 'wallets';
    END $$`);
  await runner.query(`
    CREATE TRIGGER wallets_refuse_overdraft BEFORE UPDATE ON wallets FOR EACH ROW
      WHEN (NEW.balance - NEW.reserved < 0
        AND NEW.balance - NEW.reserved < OLD.balance - OLD.reserved
        AND (NEW.last_cause IS DISTINCT FROM 'return' OR NEW.version = OLD.version OR NEW.reserved > OLD.reserved))
      EXECUTE FUNCTION ledger_refuse_overdraft()`);
}

/** Checks the rows that a statement inserted, once per statement: all postings of an entry come in one statement. */
async function demandBalancedEntries(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION ledger_demand_balance() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      bad record;
    BEGIN
      SELECT entry_id, currency, sum(amount) AS total INTO bad
        FROM inserted GROUP BY entry_id, currency HAVING sum(amount) <> 0 LIMIT 1;
      IF FOUND THEN
        RAISE EXCEPTION 'the postings of entry % sum to % %', bad.entry_id, bad.total, bad.currency
          USING ERRCODE = '23514', CONSTRAINT = 'postings_entry_sums_to_zero', TABLE = 'postings';
      END IF;
      RETURN NULL;
    END $$`);
  await runner.query(`
    CREATE TRIGGER postings_demand_balance AFTER INSERT ON postings REFERENCING NEW TABLE AS inserted
      FOR EACH STATEMENT EXECUTE FUNCTION ledger_demand_balance()`);
}

/** Makes the tables append-only: a correction is another entry. */
async function refuseRewriting(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION ledger_refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION '% of % refused: its rows are only ever added', TG_OP, TG_TABLE_NAME
        USING ERRCODE = '23001', CONSTRAINT = TG_TABLE_NAME || '_append_only', TABLE = TG_TABLE_NAME;
    END $$`);
  for (const table of ['journal_entries', 'postings', 'holds', 'hold_resolutions']) {
    await runner.query(`
      CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_rewriting()`);
  }
}
