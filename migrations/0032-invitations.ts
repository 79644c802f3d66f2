import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Invited users, and sign-ins that are locked by network and known by browser. */
export class Invitations1790000000032 implements MigrationInterface {
  readonly name = 'Invitations1790000000032';

  async up(runner: QueryRunner): Promise<void> {
    await this.invitedUsers(runner);
    await this.signIns(runner);
  }

  /** Users whose invitation waits are deactivated: the previous version counts them among the administrators. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE sign_in_failures`);
    await runner.query(`ALTER TABLE panel_sessions DROP COLUMN device_id`);
    await runner.query(`DROP TABLE sign_in_devices, user_additions`);
    await runner.query(`UPDATE users SET is_active = false WHERE invited_at IS NOT NULL`);
    await runner.query(`ALTER TABLE users DROP COLUMN invited_at, DROP COLUMN name`);
  }

  /**
   * `invited_at` is set until the user accepts the invitation. `user_additions` has when an account has lately created and
   * invited users.
   */
  private async invitedUsers(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE users ADD COLUMN name text, ADD COLUMN invited_at timestamptz`);
    await runner.query(`
      CREATE TABLE user_additions (
        account_id uuid PRIMARY KEY REFERENCES accounts (id),
        added_at timestamptz[] NOT NULL CHECK (cardinality(added_at) BETWEEN 1 AND 60)
      )`);
  }

  /**
   * Failures are counted for an address in each place, whether or not a user has it, and by a hash, because attackers can
   * send long ones. A place is a network, a browser that signed in before, or all others together.
   */
  private async signIns(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sign_in_failures (
        address_hash bytea NOT NULL CHECK (octet_length(address_hash) = 32),
        place text NOT NULL,
        failed_at timestamptz[] NOT NULL CHECK (cardinality(failed_at) BETWEEN 1 AND 50),
        locked_until timestamptz,
        ends_at timestamptz NOT NULL,
        PRIMARY KEY (address_hash, place)
      )`);
    await runner.query(`CREATE INDEX sign_in_failures_ends_idx ON sign_in_failures (ends_at)`);
    await runner.query(`
      CREATE TABLE sign_in_devices (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
        user_id uuid NOT NULL REFERENCES users (id),
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL
      )`);
    await runner.query(`CREATE INDEX sign_in_devices_user_idx ON sign_in_devices (user_id, expires_at)`);
    await runner.query(`CREATE INDEX sign_in_devices_expires_idx ON sign_in_devices (expires_at)`);
    await runner.query(`ALTER TABLE panel_sessions ADD COLUMN device_id uuid`);
  }
}
