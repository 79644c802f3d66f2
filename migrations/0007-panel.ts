import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Panel sessions, failed sign-ins and the audit log. */
export class Panel1790000000007 implements MigrationInterface {
  readonly name = 'Panel1790000000007';

  async up(runner: QueryRunner): Promise<void> {
    await this.signIn(runner);
    await this.auditLog(runner);
    // Deleting a key clears it on its links; without this index that would scan all links.
    await runner.query(`
      CREATE INDEX payment_links_api_key_idx ON payment_links (api_key_id) WHERE api_key_id IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX payment_links_api_key_idx`);
    await runner.query(`DROP TABLE audit_log, sign_in_attempts, panel_sessions`);
    await runner.query(`DROP FUNCTION refuse_audit_log_change()`);
  }

  /**
   * Attempts are counted per address, whether or not a user has it: counting for users only would reveal who is one.
   * The table keeps a hash of the address, because attackers can send long ones. A row is meaningless after `ends_at`;
   * until then `tries` = 5 is a lock, and 6 an attempt that was rejected.
   */
  private async signIn(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE panel_sessions (
        token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
        user_id uuid NOT NULL REFERENCES users (id),
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL
      )`);
    await runner.query(`CREATE INDEX panel_sessions_expires_idx ON panel_sessions (expires_at)`);
    await runner.query(`
      CREATE TABLE sign_in_attempts (
        address_hash bytea PRIMARY KEY CHECK (octet_length(address_hash) = 32),
        tries smallint NOT NULL CHECK (tries BETWEEN 1 AND 6),
        ends_at timestamptz NOT NULL
      )`);
    await runner.query(`CREATE INDEX sign_in_attempts_ends_idx ON sign_in_attempts (ends_at)`);
  }

  private async auditLog(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_log (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT now(),
        actor_type text NOT NULL CHECK (actor_type IN ('user', 'staff', 'system')),
        actor text NOT NULL,
        action text NOT NULL,
        object_type text NOT NULL,
        object_id text NOT NULL,
        account_id uuid REFERENCES accounts (id),
        from_address text,
        request_id text,
        details jsonb NOT NULL DEFAULT '{}'
      )`);
    await runner.query(`CREATE INDEX audit_log_account_idx ON audit_log (account_id, id)`);
    await runner.query(`
      CREATE FUNCTION refuse_audit_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION '% of audit_log refused: its rows are only ever added', TG_OP
          USING ERRCODE = '23001', CONSTRAINT = 'audit_log_append_only', TABLE = 'audit_log';
      END $$`);
    await runner.query(`
      CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_log_change()`);
    // Also applies in sessions that disable ordinary triggers, such as restores and replication.
    await runner.query(`ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_append_only`);
  }
}
