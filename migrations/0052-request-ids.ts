import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The request behind a notification of a provider and behind an event, as the log names it. Null if none caused it. */
export class RequestIds1790000000052 implements MigrationInterface {
  readonly name = 'RequestIds1790000000052';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE provider_notifications ADD COLUMN request_id text`);
    await runner.query(`ALTER TABLE webhook_events ADD COLUMN request_id text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE webhook_events DROP COLUMN request_id`);
    await runner.query(`ALTER TABLE provider_notifications DROP COLUMN request_id`);
  }
}
