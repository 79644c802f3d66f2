import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mail messages: the outbox, and without a mail server the mailbox that testers read. */
export class Mail1790000000006 implements MigrationInterface {
  readonly name = 'Mail1790000000006';

  /**
   * `next_attempt_at` is when the row can be claimed next; a claim moves it to the end of its lease. A sensitive
   * message contains a code or similar; its text is erased as soon as a mail server has accepted it.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE mail_messages (
        id uuid PRIMARY KEY,
        account_id uuid REFERENCES accounts (id),
        to_address text NOT NULL,
        subject text NOT NULL,
        text_body text NOT NULL,
        html_body text,
        sensitive boolean NOT NULL DEFAULT false,
        dedupe_key text NOT NULL UNIQUE,
        status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'sent', 'failed')),
        attempts smallint NOT NULL DEFAULT 0,
        next_attempt_at timestamptz NOT NULL DEFAULT now(),
        lease_until timestamptz,
        last_error text,
        created_at timestamptz NOT NULL DEFAULT now(),
        sent_at timestamptz,
        CHECK ((status = 'sent') = (sent_at IS NOT NULL)),
        CHECK (status = 'pending' OR lease_until IS NULL)
      ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000)`);
    await runner.query(
      `CREATE INDEX mail_messages_due_idx ON mail_messages (next_attempt_at) WHERE status = 'pending'`,
    );
    await runner.query(`CREATE INDEX mail_messages_to_idx ON mail_messages (lower(to_address), id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE mail_messages`);
  }
}
