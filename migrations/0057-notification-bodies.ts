import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A table for the bodies of notifications, partitioned by the month in which they were received (docs/adr/0037).
 * Retention drops its months, and first copies the bodies that are still needed to `provider_notifications.body`, where
 * code of earlier versions writes all of them.
 *
 * A body is read seldom, by a person who knows when it was received: a BRIN index finds the place, and costs little when
 * a row is inserted.
 */
export class NotificationBodies1790000000057 implements MigrationInterface {
  readonly name = 'NotificationBodies1790000000057';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE provider_notification_bodies (
        provider text NOT NULL,
        notification_id text NOT NULL,
        received_at timestamptz NOT NULL,
        body text NOT NULL
      ) PARTITION BY RANGE (received_at)`);
    await runner.query(`
      CREATE INDEX provider_notification_bodies_received_idx ON provider_notification_bodies
        USING brin (received_at) WITH (autosummarize = on)`);
    await runner.query(`
      CREATE TABLE provider_notification_bodies_rest PARTITION OF provider_notification_bodies DEFAULT`);
    await runner.query(MONTHS);
    await runner.query(`ALTER TABLE provider_notifications ALTER COLUMN body DROP NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE provider_notifications n SET body = b.body FROM provider_notification_bodies b
       WHERE n.provider = b.provider AND n.notification_id = b.notification_id AND n.received_at = b.received_at
         AND n.body IS NULL`);
    await runner.query(`ALTER TABLE provider_notifications ALTER COLUMN body SET NOT NULL`);
    await runner.query(`DROP TABLE provider_notification_bodies`);
  }
}

/** Until a worker creates partitions, those of the present month and the next two: no month with rows elsewhere gets one. */
const MONTHS = `
  DO $$
  DECLARE
    month timestamp;
  BEGIN
    FOR ahead IN 0..2 LOOP
      month := date_trunc('month', now() AT TIME ZONE 'UTC') + ahead * interval '1 month';
      EXECUTE format('CREATE TABLE %I PARTITION OF provider_notification_bodies FOR VALUES FROM (%L) TO (%L)',
        'provider_notification_bodies_' || to_char(month, 'YYYY_MM'),
        month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
    END LOOP;
  END $$`;
