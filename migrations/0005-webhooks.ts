import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Webhook endpoints and their secrets, events, deliveries and delivery attempts. */
export class Webhooks1790000000005 implements MigrationInterface {
  readonly name = 'Webhooks1790000000005';

  async up(runner: QueryRunner): Promise<void> {
    await this.endpoints(runner);
    await this.events(runner);
    await this.deliveries(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP TABLE webhook_delivery_attempts, webhook_deliveries, webhook_events, webhook_secrets, webhook_endpoints`,
    );
  }

  /** Endpoints are marked as deleted and never removed, because pending deliveries refer to them. */
  private async endpoints(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhook_endpoints (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES accounts (id),
        api_key_id uuid REFERENCES api_keys (id) ON DELETE SET NULL,
        url text NOT NULL,
        description text,
        events text[] NOT NULL CHECK (cardinality(events) > 0),
        is_active boolean NOT NULL DEFAULT true,
        secret_version integer NOT NULL DEFAULT 1 CHECK (secret_version > 0),
        last_triggered_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        deleted_at timestamptz
      ) WITH (fillfactor = 70)`);
    await runner.query(`
      CREATE UNIQUE INDEX webhook_endpoints_url_key ON webhook_endpoints (account_id, url) WHERE deleted_at IS NULL`);
    await runner.query(`
      CREATE INDEX webhook_endpoints_api_key_idx ON webhook_endpoints (api_key_id) WHERE api_key_id IS NOT NULL`);
    await runner.query(`
      CREATE TABLE webhook_secrets (
        endpoint_id uuid NOT NULL REFERENCES webhook_endpoints (id),
        version integer NOT NULL CHECK (version > 0),
        key_id text NOT NULL,
        ciphertext bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (endpoint_id, version)
      )`);
  }

  /**
   * The body is stored once for all destinations, as the exact text that is sent: serialising it again breaks
   * signatures.
   */
  private async events(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhook_events (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES accounts (id),
        type text NOT NULL,
        body text NOT NULL,
        created_at timestamptz NOT NULL
      )`);
  }

  /**
   * `next_attempt_at` is when the row can be claimed next. A claim moves it to the end of its lease, so that one index
   * finds every due row, and a row whose lease expired is due again.
   *
   * The account is copied from the event, for lists and lanes. A lane is what the sender's capacity is shared among: an
   * endpoint, or an account for all of its per-link addresses together. The indexes for claiming leave out finished
   * rows, of which there may be millions. Each has a different predicate, so that a query can only use the index meant
   * for it. Claims and completions move rows in those indexes, so the table is vacuumed by number of dead rows, not by
   * their share of a growing table.
   */
  private async deliveries(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhook_deliveries (
        id uuid PRIMARY KEY,
        event_id uuid NOT NULL REFERENCES webhook_events (id),
        account_id uuid NOT NULL,
        endpoint_id uuid REFERENCES webhook_endpoints (id),
        url text NOT NULL,
        secret_version integer,
        status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed')),
        attempt smallint NOT NULL DEFAULT 0 CHECK (attempt BETWEEN 0 AND 5),
        next_attempt_at timestamptz NOT NULL DEFAULT now(),
        lease_until timestamptz,
        claimed_by text,
        created_at timestamptz NOT NULL DEFAULT now(),
        completed_at timestamptz,
        CHECK ((endpoint_id IS NULL) = (secret_version IS NULL)),
        CHECK ((status = 'pending') = (completed_at IS NULL)),
        CHECK (status = 'pending' OR lease_until IS NULL)
      ) WITH (
        fillfactor = 80,
        autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
        autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0
      )`);
    await runner.query(`
      CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries (next_attempt_at) WHERE status = 'pending'`);
    await runner.query(`
      CREATE INDEX webhook_deliveries_lane_idx ON webhook_deliveries ((coalesce(endpoint_id, account_id)), next_attempt_at)
        WHERE completed_at IS NULL`);
    await runner.query(`CREATE INDEX webhook_deliveries_account_idx ON webhook_deliveries (account_id, id)`);
    await runner.query(`CREATE INDEX webhook_deliveries_event_idx ON webhook_deliveries (event_id)`);
    await runner.query(`
      CREATE TABLE webhook_delivery_attempts (
        delivery_id uuid NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
        attempt smallint NOT NULL CHECK (attempt BETWEEN 1 AND 5),
        started_at timestamptz NOT NULL,
        duration_ms integer,
        status_code smallint,
        error text,
        response_snippet text,
        PRIMARY KEY (delivery_id, attempt)
      )`);
  }
}
