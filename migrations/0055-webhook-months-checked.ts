import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Checks the constraints that 0054 added, while rows are read and written: a table of any size. */
export class WebhookMonthsChecked1790000000055 implements MigrationInterface {
  readonly name = 'WebhookMonthsChecked1790000000055';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE webhook_deliveries VALIDATE CONSTRAINT webhook_deliveries_first_check`);
    await runner.query(`ALTER TABLE webhook_events VALIDATE CONSTRAINT webhook_events_first_check`);
    await runner.query(
      `ALTER TABLE webhook_delivery_attempts VALIDATE CONSTRAINT webhook_delivery_attempts_first_check`,
    );
  }

  /** A constraint that is valid does no harm. */
  async down(): Promise<void> {}
}
