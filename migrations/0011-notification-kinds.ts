import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notifications of other things than collections: each has a kind, and details in the shape of that kind. */
export class NotificationKinds1790000000011 implements MigrationInterface {
  readonly name = 'NotificationKinds1790000000011';

  async up(runner: QueryRunner): Promise<void> {
    // Processes of the previous version store only collections, with their details in `payer`: the default and that
    // column are kept until none of them runs.
    await runner.query(`
      ALTER TABLE provider_notifications ADD COLUMN kind text NOT NULL DEFAULT 'collection', ADD COLUMN details jsonb`);
  }

  /** Notifications of other kinds are deleted: the previous version would treat them as collections. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM provider_notifications WHERE kind <> 'collection'`);
    await runner.query(`ALTER TABLE provider_notifications DROP COLUMN kind, DROP COLUMN details`);
  }
}
