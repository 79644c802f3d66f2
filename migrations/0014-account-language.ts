import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What administrators of an account see and manage in the panel: its language, the state of users, the audit log. */
export class AccountLanguage1790000000014 implements MigrationInterface {
  readonly name = 'AccountLanguage1790000000014';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE accounts ADD COLUMN language text NOT NULL DEFAULT 'es' CHECK (language IN ('es', 'pt', 'en'))`);
    // Serves the pages of an account's log and its periods.
    await runner.query(`CREATE INDEX audit_log_account_at_idx ON audit_log (account_id, at, id)`);
    await runner.query(`DROP INDEX audit_log_account_idx`);
    await runner.query(`ALTER TABLE users ADD COLUMN is_active boolean NOT NULL DEFAULT true`);
    // A change of a user ends the sessions of that user; without this index that would scan all sessions.
    await runner.query(`CREATE INDEX panel_sessions_user_idx ON panel_sessions (user_id)`);
  }

  /** Deactivated users are deleted: the previous version would let them sign in. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX audit_log_account_idx ON audit_log (account_id, id)`);
    await runner.query(`DROP INDEX audit_log_account_at_idx`);
    await runner.query(`ALTER TABLE accounts DROP COLUMN language`);
    await runner.query(`DROP INDEX panel_sessions_user_idx`);
    await runner.query(`UPDATE users SET deleted_at = now() WHERE deleted_at IS NULL AND NOT is_active`);
    await runner.query(`ALTER TABLE users DROP COLUMN is_active`);
  }
}
