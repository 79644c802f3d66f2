import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the user of a session last proved who they are. */
export class FreshSessions1790000000031 implements MigrationInterface {
  readonly name = 'FreshSessions1790000000031';

  /** The default counts the sign-ins of the previous version, which may still be running. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE panel_sessions ADD COLUMN confirmed_at timestamptz`);
    await runner.query(`UPDATE panel_sessions SET confirmed_at = created_at`);
    await runner.query(`
      ALTER TABLE panel_sessions ALTER COLUMN confirmed_at SET DEFAULT now(), ALTER COLUMN confirmed_at SET NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE panel_sessions DROP COLUMN confirmed_at`);
  }
}
