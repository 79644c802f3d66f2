import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Unfinished deliveries are queued in a table of their own, and leave it when they end. A delivery was updated for each
 * attempt, and left the partial indexes of pending rows at its end, which added an entry to each of its other indexes.
 * Now its row is written once, and a second time only if it fails.
 */
export class WebhookQueue1790000000024 implements MigrationInterface {
  readonly name = 'WebhookQueue1790000000024';

  async up(runner: QueryRunner): Promise<void> {
    await this.queue(runner);
    await this.deliveries(runner);
    // A foreign key would lock and so rewrite the delivery for each attempt. Deliveries are deleted with their attempts.
    await runner.query(`
      ALTER TABLE webhook_delivery_attempts DROP CONSTRAINT webhook_delivery_attempts_delivery_id_fkey`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // An outcome that is recorded after retention deleted its delivery leaves an attempt without one.
    await runner.query(`
      DELETE FROM webhook_delivery_attempts made
      WHERE NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.id = made.delivery_id)`);
    await runner.query(`
      ALTER TABLE webhook_delivery_attempts ADD CONSTRAINT webhook_delivery_attempts_delivery_id_fkey
        FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries (id) ON DELETE CASCADE`);
    await runner.query(`
      ALTER TABLE webhook_deliveries
        ADD COLUMN status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed')),
        ADD COLUMN attempt smallint NOT NULL DEFAULT 0 CHECK (attempt BETWEEN 0 AND 5),
        ADD COLUMN next_attempt_at timestamptz NOT NULL DEFAULT now(),
        ADD COLUMN lease_until timestamptz,
        ADD COLUMN claimed_by text,
        ADD COLUMN completed_at timestamptz`);
    await runner.query(`
      UPDATE webhook_deliveries d SET attempt = queue.attempt, next_attempt_at = queue.next_attempt_at,
        lease_until = queue.lease_until, claimed_by = queue.claimed_by
      FROM webhook_queue queue WHERE queue.delivery_id = d.id`);
    await runner.query(`
      UPDATE webhook_deliveries d SET status = CASE WHEN d.failed_at IS NULL THEN 'delivered' ELSE 'failed' END,
        attempt = coalesce(last.attempt, 0), next_attempt_at = d.created_at,
        completed_at = coalesce(d.failed_at, last.started_at + last.duration_ms * interval '1 millisecond', d.created_at)
      FROM webhook_deliveries same LEFT JOIN LATERAL (
        SELECT * FROM webhook_delivery_attempts made WHERE made.delivery_id = same.id ORDER BY attempt DESC LIMIT 1
      ) last ON true
      WHERE same.id = d.id AND NOT EXISTS (SELECT FROM webhook_queue queue WHERE queue.delivery_id = d.id)`);
    await runner.query(`
      ALTER TABLE webhook_deliveries DROP COLUMN failed_at,
        ADD CHECK ((status = 'pending') = (completed_at IS NULL)),
        ADD CHECK (status = 'pending' OR lease_until IS NULL),
        SET (fillfactor = 45, autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0)`);
    await runner.query(`
      CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries (next_attempt_at)
        WITH (deduplicate_items = off) WHERE status = 'pending'`);
    await runner.query(`
      CREATE INDEX webhook_deliveries_lane_idx ON webhook_deliveries ((coalesce(endpoint_id, account_id)), next_attempt_at)
        WITH (deduplicate_items = off) WHERE completed_at IS NULL`);
    await runner.query(`
      CREATE INDEX webhook_deliveries_failed_idx ON webhook_deliveries (account_id, id) WHERE status = 'failed'`);
    await runner.query(`DROP TABLE webhook_queue`);
  }

  /**
   * A row can be claimed when `next_attempt_at` has come and no lease runs. A claim changes no index, and finds room in its
   * page. `account_id` and `endpoint_id` are copied from the delivery, for lanes. Equal keys are not merged in the indexes,
   * because PostgreSQL can mark a merged entry as dead only when all of its rows are.
   */
  private async queue(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhook_queue (
        delivery_id uuid PRIMARY KEY,
        account_id uuid NOT NULL,
        endpoint_id uuid,
        attempt smallint NOT NULL DEFAULT 0 CHECK (attempt BETWEEN 0 AND 5),
        next_attempt_at timestamptz NOT NULL DEFAULT now(),
        lease_until timestamptz,
        claimed_by text
      ) WITH (
        fillfactor = 45, vacuum_truncate = off,
        autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_cost_delay = 0
      )`);
    await this.occupyPages(runner);
    await runner.query(`
      INSERT INTO webhook_queue (delivery_id, account_id, endpoint_id, attempt, next_attempt_at, lease_until, claimed_by)
      SELECT id, account_id, endpoint_id, attempt, next_attempt_at, lease_until, claimed_by
      FROM webhook_deliveries WHERE status = 'pending'`);
    await runner.query(`
      CREATE INDEX webhook_queue_due_idx ON webhook_queue (next_attempt_at) WITH (deduplicate_items = off)`);
    await runner.query(`
      CREATE INDEX webhook_queue_lane_idx ON webhook_queue ((coalesce(endpoint_id, account_id)), next_attempt_at)
        WITH (deduplicate_items = off)`);
    await runner.query(`
      ALTER TABLE webhook_queue ADD FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries (id)`);
  }

  /**
   * The queue is mostly empty, and plans made then are used when it is full. The planner reads a table of few pages without
   * an index, so the table starts with some 200 pages, and vacuum never gives any back.
   */
  private async occupyPages(runner: QueryRunner): Promise<void> {
    await runner.query(`
      INSERT INTO webhook_queue (delivery_id, account_id)
      SELECT gen_random_uuid(), gen_random_uuid() FROM generate_series(1, 10000)`);
    await runner.query(`DELETE FROM webhook_queue`);
  }

  /** The constraints and indexes of the columns go with them. */
  private async deliveries(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE webhook_deliveries ADD COLUMN failed_at timestamptz`);
    await runner.query(`UPDATE webhook_deliveries SET failed_at = completed_at WHERE status = 'failed'`);
    await runner.query(`
      ALTER TABLE webhook_deliveries DROP COLUMN status, DROP COLUMN attempt, DROP COLUMN next_attempt_at,
        DROP COLUMN lease_until, DROP COLUMN claimed_by, DROP COLUMN completed_at,
        RESET (fillfactor, autovacuum_analyze_scale_factor, autovacuum_vacuum_cost_delay)`);
    await runner.query(`
      CREATE INDEX webhook_deliveries_failed_idx ON webhook_deliveries (account_id, id) WHERE failed_at IS NOT NULL`);
  }
}
