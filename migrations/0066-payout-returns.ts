import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What came back of completed payouts, each part once under the provider's id of it. `returned_amount` of a payout is the sum
 * in the wallet's currency, and `returned_destination_amount` in the destination's; a payout that an earlier version
 * returned has neither, and came back whole.
 *
 * `corrected_at`: when staff booked the opposite of what had ended a payout or a refund.
 */
export class PayoutReturns1790000000066 implements MigrationInterface {
  readonly name = 'PayoutReturns1790000000066';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE payout_returns (
        id uuid PRIMARY KEY,
        payout_id uuid NOT NULL REFERENCES payouts (id),
        provider text,
        fact_id text,
        amount numeric NOT NULL CHECK (amount > 0),
        currency text NOT NULL,
        wallet_amount numeric NOT NULL CHECK (wallet_amount >= 0),
        wallet_currency text NOT NULL,
        reason text,
        returned_at timestamptz(3) NOT NULL,
        UNIQUE (provider, fact_id)
      )`);
    await runner.query(`CREATE INDEX payout_returns_payout_idx ON payout_returns (payout_id)`);
    await runner.query(`CREATE INDEX payout_returns_returned_idx ON payout_returns (returned_at)`);
    await runner.query(`ALTER TABLE payouts ADD COLUMN returned_amount numeric`);
    await runner.query(`ALTER TABLE payouts ADD COLUMN returned_destination_amount numeric`);
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} ADD COLUMN corrected_at timestamptz(3)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP COLUMN corrected_at`);
    await runner.query(`ALTER TABLE payouts DROP COLUMN returned_amount, DROP COLUMN returned_destination_amount`);
    await runner.query(`DROP TABLE payout_returns`);
  }
}

const TABLES = ['payouts', 'refunds'];
