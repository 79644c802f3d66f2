import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts, users and API keys, and the notification on which every process invalidates its cache of them. */
export class Accounts1790000000001 implements MigrationInterface {
  readonly name = 'Accounts1790000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE accounts (
        id uuid PRIMARY KEY,
        slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]{3,32}$'),
        name text NOT NULL,
        email text,
        country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
        status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused')),
        kyc_status text NOT NULL DEFAULT 'pending' CHECK (kyc_status IN ('pending', 'verified')),
        kyb_status text NOT NULL DEFAULT 'pending' CHECK (kyb_status IN ('pending', 'verified')),
        usd_enabled boolean NOT NULL DEFAULT false,
        cards_enabled boolean NOT NULL DEFAULT false,
        customer_paid_fee_enabled boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE users (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES accounts (id),
        email text NOT NULL,
        password_hash text NOT NULL,
        permissions text[] NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        deleted_at timestamptz
      )`);
    // An address becomes free when its user is deleted.
    await runner.query(`CREATE UNIQUE INDEX users_email_key ON users (lower(email)) WHERE deleted_at IS NULL`);
    await runner.query(`CREATE INDEX users_account_idx ON users (account_id)`);
    await runner.query(`
      CREATE TABLE api_keys (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES accounts (id),
        user_id uuid REFERENCES users (id),
        name text NOT NULL,
        environment text NOT NULL CHECK (environment IN ('dev', 'test', 'live')),
        secret_hash bytea NOT NULL UNIQUE CHECK (octet_length(secret_hash) = 32),
        permissions text[] NOT NULL,
        allowed_origins text[] NOT NULL DEFAULT '{}',
        rate_limit integer NOT NULL DEFAULT 60 CHECK (rate_limit BETWEEN 1 AND 10000),
        expires_at timestamptz,
        is_active boolean NOT NULL DEFAULT true,
        last_used_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`CREATE INDEX api_keys_account_idx ON api_keys (account_id)`);
    await this.announceChanges(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE api_keys, users, accounts`);
    await runner.query(`DROP FUNCTION announce_account_change()`);
  }

  /**
   * Every process caches accounts and keys. A trigger notifies them, so that no writer (the staff's tool, another
   * replica, an operator's psql) can forget to. `last_used_at` is exempt: it changes with the traffic and is not
   * cached.
   */
  private async announceChanges(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION announce_account_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_TABLE_NAME = 'accounts' THEN
          PERFORM pg_notify('account_changed', COALESCE(NEW.id, OLD.id)::text);
        ELSE
          PERFORM pg_notify('account_changed', COALESCE(NEW.account_id, OLD.account_id)::text);
        END IF;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER accounts_announce AFTER INSERT OR UPDATE OR DELETE ON accounts
        FOR EACH ROW EXECUTE FUNCTION announce_account_change()`);
    await runner.query(`
      CREATE TRIGGER users_announce AFTER INSERT OR UPDATE OR DELETE ON users
        FOR EACH ROW EXECUTE FUNCTION announce_account_change()`);
    await runner.query(`
      CREATE TRIGGER api_keys_announce AFTER INSERT OR DELETE
        OR UPDATE OF user_id, permissions, allowed_origins, rate_limit, expires_at, is_active ON api_keys
        FOR EACH ROW EXECUTE FUNCTION announce_account_change()`);
  }
}
