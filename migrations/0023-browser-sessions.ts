import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions of browsers, links to choose another password, and second factors. */
export class BrowserSessions1790000000023 implements MigrationInterface {
  readonly name = 'BrowserSessions1790000000023';

  async up(runner: QueryRunner): Promise<void> {
    // Only sessions of browsers expire when they are idle. Those that exist are sessions of bearer tokens.
    await runner.query(`
      ALTER TABLE panel_sessions
        ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
        ADD COLUMN idle_expires_at timestamptz,
        ADD COLUMN last_seen_at timestamptz NOT NULL DEFAULT now(),
        ADD COLUMN user_agent text,
        ADD COLUMN from_address text`);
    await runner.query(`CREATE UNIQUE INDEX panel_sessions_id_idx ON panel_sessions (id)`);
    await this.passwordResets(runner);
    await this.secondFactors(runner);
  }

  /** Sessions of browsers are deleted: the previous version would accept their tokens anywhere and never end idle ones. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE recovery_codes, second_factors, password_reset_mails, password_resets`);
    await runner.query(`DELETE FROM panel_sessions WHERE idle_expires_at IS NOT NULL`);
    await runner.query(`DROP INDEX panel_sessions_id_idx`);
    await runner.query(`
      ALTER TABLE panel_sessions DROP COLUMN id, DROP COLUMN idle_expires_at, DROP COLUMN last_seen_at,
        DROP COLUMN user_agent, DROP COLUMN from_address`);
  }

  /**
   * A request for an address without a user stores a row without a user, so that both take the same time. Mails are
   * counted per address, whether or not a user has it, and by a hash, because attackers can send long ones.
   */
  private async passwordResets(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE password_resets (
        token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
        user_id uuid REFERENCES users (id),
        expires_at timestamptz NOT NULL
      )`);
    await runner.query(`CREATE INDEX password_resets_expires_idx ON password_resets (expires_at)`);
    await runner.query(`CREATE INDEX password_resets_user_idx ON password_resets (user_id) WHERE user_id IS NOT NULL`);
    await runner.query(`
      CREATE TABLE password_reset_mails (
        address_hash bytea PRIMARY KEY CHECK (octet_length(address_hash) = 32),
        sent_at timestamptz[] NOT NULL CHECK (cardinality(sent_at) BETWEEN 1 AND 3),
        ends_at timestamptz NOT NULL
      )`);
    await runner.query(`CREATE INDEX password_reset_mails_ends_idx ON password_reset_mails (ends_at)`);
  }

  /** A factor counts once it is confirmed. `last_step` is the time step of the last code: no code works twice. */
  private async secondFactors(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE second_factors (
        user_id uuid PRIMARY KEY REFERENCES users (id),
        secret_sealed bytea NOT NULL,
        last_step bigint,
        created_at timestamptz NOT NULL DEFAULT now(),
        confirmed_at timestamptz
      )`);
    await runner.query(`
      CREATE TABLE recovery_codes (
        user_id uuid NOT NULL REFERENCES second_factors (user_id) ON DELETE CASCADE,
        code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
        PRIMARY KEY (user_id, code_hash)
      )`);
  }
}
