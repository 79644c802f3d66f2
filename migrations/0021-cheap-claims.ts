import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A claim changes `attempt`, `lease_until` and `claimed_by` only, which are in no index. PostgreSQL then stores the new
 * version of the row in the same page, if there is room, and leaves all six indexes alone. All rows of a page are often
 * claimed at once, and grow by the lease, so a little more than half of a page stays free.
 */
export class CheapClaims1790000000021 implements MigrationInterface {
  readonly name = 'CheapClaims1790000000021';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE webhook_deliveries SET (fillfactor = 45)`);
  }

  /** The previous version looks at `next_attempt_at` alone to see whether a lease runs. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `UPDATE webhook_deliveries SET next_attempt_at = lease_until WHERE lease_until > next_attempt_at`,
    );
    await runner.query(`ALTER TABLE webhook_deliveries SET (fillfactor = 80)`);
  }
}
