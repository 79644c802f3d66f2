import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a provider reported and a person has to decide about. `key` names what the case is about at its provider, so that it
 * is opened once. Amounts are text, because a provider may report one that is no amount of its currency.
 */
export class Cases1790000000061 implements MigrationInterface {
  readonly name = 'Cases1790000000061';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE cases (
        id uuid PRIMARY KEY,
        kind text NOT NULL,
        status text NOT NULL CHECK (status IN ('open', 'closed')),
        provider text NOT NULL,
        key text NOT NULL,
        provider_reference text,
        subject_type text NOT NULL,
        subject_id text NOT NULL,
        account_id uuid REFERENCES accounts (id),
        payment_link_id uuid,
        received_payment_id uuid,
        amount text,
        currency text,
        expected text,
        outcome text NOT NULL,
        proposal text,
        reported_at timestamptz(3) NOT NULL,
        opened_at timestamptz(3) NOT NULL DEFAULT now(),
        resolved_at timestamptz(3),
        resolved_by text,
        reason text,
        UNIQUE (provider, key),
        CHECK ((status = 'closed') = (resolved_at IS NOT NULL))
      )`);
    await runner.query(`CREATE INDEX cases_open_idx ON cases (kind, opened_at) WHERE status = 'open'`);
    await runner.query(`CREATE INDEX cases_subject_idx ON cases (subject_type, subject_id)`);
    await runner.query(`CREATE INDEX cases_opened_idx ON cases (opened_at DESC, id DESC)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE cases`);
  }
}
