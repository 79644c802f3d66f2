import type { MigrationInterface, QueryRunner } from 'typeorm';

interface UserRow {
  id: string;
  email: string;
}

/**
 * Users' addresses in the form in which they are looked up from now on: composed (NFC), with the domain in ASCII. One
 * whose new form another user has stays as it is, for staff to settle.
 */
export class OneFormOfAddresses1790000000025 implements MigrationInterface {
  readonly name = 'OneFormOfAddresses1790000000025';

  async up(runner: QueryRunner): Promise<void> {
    const rows = (await runner.query(
      `SELECT id, email FROM users WHERE email ~ '[^[:ascii:]]' AND deleted_at IS NULL ORDER BY id`,
    )) as UserRow[];
    for (const { id, email } of rows) {
      await runner.query(
        `UPDATE users SET email = $2
          WHERE id = $1 AND NOT EXISTS (
            SELECT FROM users other WHERE lower(other.email) = lower($2) AND other.deleted_at IS NULL AND other.id <> $1)`,
        [id, oneForm(email)],
      );
    }
  }

  /** The previous version reads both forms; which one a user typed is not known any more. */
  async down(): Promise<void> {}
}

function oneForm(email: string): string {
  const composed = email.normalize('NFC');
  const at = composed.lastIndexOf('@');
  try {
    return `${composed.slice(0, at)}@${new URL(`http://${composed.slice(at + 1)}/`).hostname}`;
  } catch {
    return composed;
  }
}
