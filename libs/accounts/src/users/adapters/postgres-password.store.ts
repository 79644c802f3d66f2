import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { PasswordStore, type FoundUser } from '../application/ports';
import { PANEL_USER_COLUMNS, PANEL_USER_JOINS, toPanelUser, type PanelUserRow } from './panel-user-row';

const FIND = statement(
  'user_passwords.find',
  `SELECT ${PANEL_USER_COLUMNS}, u.password_hash, u.invited_at IS NOT NULL AS is_invited FROM users u ${PANEL_USER_JOINS}
    WHERE lower(u.email) = lower($1) AND u.deleted_at IS NULL AND u.is_active`,
);

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

  async find(email: string): Promise<FoundUser | undefined> {
    const [row] = await this.db.read<PanelUserRow & { password_hash: string; is_invited: boolean }>(FIND, [email]);
    return row && { user: toPanelUser(row), passwordHash: row.password_hash, isInvited: row.is_invited };
  }

  async replace(tx: Tx, userId: string, passwordHash: string, keptSessionId?: string): Promise<void> {
    const statements = this.db.in(tx);
    await statements.execute(REPLACE, [userId, passwordHash]);
    await statements.execute(FORGET_LINKS, [userId]);
    await statements.execute(END_SESSIONS, [userId, keptSessionId ?? null]);
  }
}
