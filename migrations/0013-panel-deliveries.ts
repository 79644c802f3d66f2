import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * API keys in the audit log, and the columns and indexes by which the panel's lists of deliveries and payment
 * exceptions are read.
 */
export class PanelDeliveries1790000000013 implements MigrationInterface {
  readonly name = 'PanelDeliveries1790000000013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE audit_log DROP CONSTRAINT audit_log_actor_type_check,
        ADD CONSTRAINT audit_log_actor_type_check CHECK (actor_type IN ('user', 'api_key', 'staff', 'system'))`);
    await this.deliveries(runner);
    await this.exceptions(runner);
  }

  /** Rows of the audit log are kept, including those of API keys: the constraint applies to new rows only. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE payment_exceptions DROP COLUMN account_id, ALTER COLUMN created_at SET DEFAULT now()`);
    await runner.query(`DROP INDEX webhook_deliveries_endpoint_idx, webhook_deliveries_failed_idx`);
    await runner.query(`ALTER TABLE webhook_events DROP COLUMN payment_link_id`);
    await runner.query(`
      ALTER TABLE audit_log DROP CONSTRAINT audit_log_actor_type_check,
        ADD CONSTRAINT audit_log_actor_type_check CHECK (actor_type IN ('user', 'staff', 'system')) NOT VALID`);
  }

  /**
   * An event is about at most one payment link, which has a few events. The other lists follow an index in the order of
   * ids, so that a page costs what it shows. Pending deliveries are few, and `webhook_deliveries_due_idx` has them all.
   */
  private async deliveries(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE webhook_events ADD COLUMN payment_link_id uuid`);
    await runner.query(`
      UPDATE webhook_events SET payment_link_id = (body::jsonb -> 'data' ->> 'payment_link_id')::uuid
       WHERE body LIKE '%"payment_link_id"%'`);
    await runner.query(`
      CREATE INDEX webhook_events_link_idx ON webhook_events (payment_link_id) WHERE payment_link_id IS NOT NULL`);
    await runner.query(`
      CREATE INDEX webhook_deliveries_endpoint_idx ON webhook_deliveries (endpoint_id, id) WHERE endpoint_id IS NOT NULL`);
    await runner.query(`
      CREATE INDEX webhook_deliveries_failed_idx ON webhook_deliveries (account_id, id) WHERE status = 'failed'`);
  }

  /**
   * The account of the link; an exception about an unknown order has neither. A cursor holds a time in milliseconds, so
   * the column has no finer ones.
   */
  private async exceptions(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE payment_exceptions ADD COLUMN account_id uuid REFERENCES accounts (id),
        ALTER COLUMN created_at SET DEFAULT date_trunc('milliseconds', now())`);
    await runner.query(`
      UPDATE payment_exceptions e SET created_at = date_trunc('milliseconds', e.created_at),
        account_id = (SELECT l.account_id FROM payment_links l WHERE l.id = e.payment_link_id)`);
    await runner.query(`
      CREATE INDEX payment_exceptions_account_idx ON payment_exceptions (account_id, created_at DESC, id DESC)
        WHERE account_id IS NOT NULL`);
  }
}
