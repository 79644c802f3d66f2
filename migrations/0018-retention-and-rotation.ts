import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the deletion of old records and the rotation of the platform's signing key need. */
export class RetentionAndRotation1790000000018 implements MigrationInterface {
  readonly name = 'RetentionAndRotation1790000000018';

  async up(runner: QueryRunner): Promise<void> {
    // Which of the platform's keys was current when a delivery without an endpoint was queued; null: before this column.
    await runner.query(`ALTER TABLE webhook_deliveries ADD COLUMN platform_key_id text`);
    await this.notifications(runner);
    await this.orders(runner);
    for (const table of PRUNED) await runner.query(`ALTER TABLE ${table} SET (${VACUUMED_OFTEN})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of PRUNED) {
      await runner.query(`ALTER TABLE ${table} RESET (autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold)`);
    }
    await runner.query(`DROP INDEX checkout_orders_unpaid_idx, received_payments_of_order_idx`);
    await runner.query(`DROP INDEX provider_notifications_settled_idx`);
    await runner.query(`ALTER TABLE provider_notifications DROP COLUMN is_kept`);
    await runner.query(`ALTER TABLE webhook_deliveries DROP COLUMN platform_key_id`);
  }

  /** A deposit is recorded as its notification alone, and what needed staff may be recorded nowhere else. */
  private async notifications(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE provider_notifications ADD COLUMN is_kept boolean NOT NULL DEFAULT false`);
    await runner.query(`
      UPDATE provider_notifications SET is_kept = true
       WHERE status = 'settled' AND (kind = 'deposit' OR outcome LIKE 'exception:%' OR outcome LIKE 'refused:%')`);
    await runner.query(`
      CREATE INDEX provider_notifications_settled_idx ON provider_notifications (settled_at)
        WHERE status = 'settled' AND NOT is_kept`);
  }

  /** Orders that ended unpaid, by age; and all payments by order, by which the foreign key of a deleted one is checked. */
  private async orders(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX checkout_orders_unpaid_idx ON checkout_orders (created_at)
        WHERE status IN ('lapsed', 'superseded', 'refused')`);
    await runner.query(`CREATE INDEX received_payments_of_order_idx ON received_payments (order_id)`);
  }
}

const PRUNED = ['webhook_events', 'webhook_delivery_attempts', 'provider_notifications', 'checkout_orders'];

/** By the number of dead rows, not by their share of a growing table: deletions free space that new rows use. */
const VACUUMED_OFTEN = 'autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000';
