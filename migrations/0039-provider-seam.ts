import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Status inquiries: when to ask providers about subjects. Ids of providers for what is ours, such as the account of a
 * USD wallet. The provider of a payout, which is fixed when it is first claimed; until now all were handed to the
 * sandbox.
 */
export class ProviderSeam1790000000039 implements MigrationInterface {
  readonly name = 'ProviderSeam1790000000039';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE provider_looks (
        provider text NOT NULL,
        kind text NOT NULL,
        reference text NOT NULL,
        due_at timestamptz NOT NULL,
        attempts integer NOT NULL DEFAULT 0,
        last_error text,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (provider, kind, reference)
      )`);
    await runner.query(`CREATE INDEX provider_looks_due_idx ON provider_looks (due_at)`);
    await runner.query(`
      CREATE TABLE provider_objects (
        provider text NOT NULL,
        kind text NOT NULL,
        our_id uuid NOT NULL,
        their_id text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (provider, kind, our_id),
        UNIQUE (provider, kind, their_id)
      )`);
    await runner.query(`CREATE INDEX provider_objects_ours_idx ON provider_objects (kind, our_id)`);
    await runner.query(`ALTER TABLE payouts ADD COLUMN provider text`);
    await runner.query(
      `UPDATE payouts SET provider = 'sandbox_payouts' WHERE attempts > 0 OR provider_reference IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE payouts DROP COLUMN provider`);
    await runner.query(`DROP TABLE provider_objects`);
    await runner.query(`DROP TABLE provider_looks`);
  }
}
