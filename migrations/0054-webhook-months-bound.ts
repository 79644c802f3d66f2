import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Prepares webhook events, deliveries and attempts for partitions by month. The present table of each becomes its first
 * partition, which ends when the month after next begins. A constraint says so before, so that nothing has to be read then;
 * it rejects no row for at least four weeks.
 */
export class WebhookMonthsBound1790000000054 implements MigrationInterface {
  readonly name = 'WebhookMonthsBound1790000000054';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`SET LOCAL lock_timeout = '500ms'`);
    await runner.query(`
      DO $$
      DECLARE
        month timestamptz := date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '2 months';
        bound uuid := (lpad(to_hex((extract(epoch FROM month) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
      BEGIN
        EXECUTE format('ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_first_check CHECK (id < %L) NOT VALID', bound);
        EXECUTE format('ALTER TABLE webhook_events ADD CONSTRAINT webhook_events_first_check CHECK (id < %L) NOT VALID', bound);
        EXECUTE format('ALTER TABLE webhook_delivery_attempts ADD CONSTRAINT webhook_delivery_attempts_first_check CHECK (delivery_id < %L) NOT VALID', bound);
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE webhook_delivery_attempts DROP CONSTRAINT webhook_delivery_attempts_first_check`);
    await runner.query(`ALTER TABLE webhook_events DROP CONSTRAINT webhook_events_first_check`);
    await runner.query(`ALTER TABLE webhook_deliveries DROP CONSTRAINT webhook_deliveries_first_check`);
  }
}
