import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { PasswordStore } from '../application/ports';

const REPLACE = statement(
  'user_passwords.replace',
  `UPDATE users SET password_hash = $2, invited_at = NULL WHERE id = $1`,
);

/** Reset links belong to the password that they replace. */
export const FORGET_LINKS = statement('user_passwords.forget-links', `DELETE FROM password_resets WHERE user_id = $1`);

const END_SESSIONS = statement(
  'user_passwords.end-sessions',
  `DELETE FROM panel_sessions WHERE user_id = $1 AND id IS DISTINCT FROM $2::uuid`,
);

@Injectable()
export class PostgresPasswordStore extends PasswordStore {
  constructor(private readonly db: Database) {
    super();
  }

  async replace(tx: Tx, userId: string, passwordHash: string, keptSessionId?: string): Promise<void> {
    const statements = this.db.in(tx);
    await statements.execute(REPLACE, [userId, passwordHash]);
    await statements.execute(FORGET_LINKS, [userId]);
    await statements.execute(END_SESSIONS, [userId, keptSessionId ?? null]);
  }
}
