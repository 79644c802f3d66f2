import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notifications of other things than collections: each has a kind, and details in the shape of that kind. */
export class NotificationKinds1790000000011 implements MigrationInterface {
  readonly name = 'NotificationKinds1790000000011';

  async up(runner: QueryRunner): Promise<void> {
    // Processes of the version before store collections only, and their details in `payer`: the default and that column
    // stay until none of them runs.
    await runner.query(`
      ALTER TABLE provider_notifications ADD COLUMN kind text NOT NULL DEFAULT 'collection', ADD COLUMN details jsonb`);
  }

  /** Notifications of other kinds go: the version before would take them for collections. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM provider_notifications WHERE kind <> 'collection'`);
    await runner.query(`ALTER TABLE provider_notifications DROP COLUMN kind, DROP COLUMN details`);
  }
}
