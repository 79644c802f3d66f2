import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Deliveries that are queued in one transaction are due at the same time, and an index stores equal keys as one list of
 * rows. PostgreSQL can mark such a list as dead only when all of its rows are, so every claim would read again the rows
 * that were claimed before. Without deduplication each entry is marked by itself.
 */
export class DeliveryQueue1790000000017 implements MigrationInterface {
  readonly name = 'DeliveryQueue1790000000017';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER INDEX webhook_deliveries_due_idx SET (deduplicate_items = off)`);
    await runner.query(`ALTER INDEX webhook_deliveries_lane_idx SET (deduplicate_items = off)`);
    // Entries that are already merged stay merged.
    await runner.query(`REINDEX INDEX webhook_deliveries_due_idx`);
    await runner.query(`REINDEX INDEX webhook_deliveries_lane_idx`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER INDEX webhook_deliveries_due_idx RESET (deduplicate_items)`);
    await runner.query(`ALTER INDEX webhook_deliveries_lane_idx RESET (deduplicate_items)`);
  }
}
