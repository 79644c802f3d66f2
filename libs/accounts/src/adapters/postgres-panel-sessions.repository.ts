import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { PanelSessionsRepository } from '../application/ports';
import type { PanelUser } from '../domain/panel-user';
import { SESSION_SECONDS } from '../domain/sign-in';
import { ACCOUNT_COLUMNS, toAccount, type AccountRow } from './postgres-accounts.repository';

interface PanelUserRow extends AccountRow {
  user_id: string;
  user_email: string;
  permissions: string[];
}

const PANEL_USER = `${ACCOUNT_COLUMNS}, u.id AS user_id, u.email AS user_email, u.permissions`;

const FIND_USER = statement(
  'panel_sessions.find-user',
  `SELECT ${PANEL_USER}, u.password_hash
     FROM users u JOIN accounts a ON a.id = u.account_id
    WHERE lower(u.email) = lower($1) AND u.deleted_at IS NULL`,
);

const INSERT = statement(
  'panel_sessions.insert',
  `INSERT INTO panel_sessions (token_hash, user_id, expires_at)
   VALUES ($1, $2, now() + make_interval(secs => $3::int)) RETURNING expires_at`,
);

const FIND = statement(
  'panel_sessions.find',
  `SELECT ${PANEL_USER}
     FROM panel_sessions s
     JOIN users u ON u.id = s.user_id AND u.deleted_at IS NULL
     JOIN accounts a ON a.id = u.account_id
    WHERE s.token_hash = $1 AND s.expires_at > now()`,
);

const REMOVE = statement('panel_sessions.remove', `DELETE FROM panel_sessions WHERE token_hash = $1`);

const FORGET_ENDED = statement(
  'panel_sessions.forget-ended',
  `DELETE FROM panel_sessions WHERE token_hash IN
     (SELECT token_hash FROM panel_sessions WHERE expires_at <= now() LIMIT $1 FOR UPDATE SKIP LOCKED)`,
);

@Injectable()
export class PostgresPanelSessionsRepository extends PanelSessionsRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async findUser(email: string): Promise<{ user: PanelUser; passwordHash: string } | undefined> {
    const [row] = await this.db.read<PanelUserRow & { password_hash: string }>(FIND_USER, [email]);
    return row && { user: toPanelUser(row), passwordHash: row.password_hash };
  }

  async insert(tx: Tx, { tokenHash, userId }: { tokenHash: Buffer; userId: string }): Promise<Date> {
    const rows = await this.db.in(tx).query<{ expires_at: Date }>(INSERT, [tokenHash, userId, SESSION_SECONDS]);
    return (rows[0] as { expires_at: Date }).expires_at;
  }

  async find(tokenHash: Buffer): Promise<PanelUser | undefined> {
    const [row] = await this.db.read<PanelUserRow>(FIND, [tokenHash]);
    return row && toPanelUser(row);
  }

  async remove(tx: Tx, tokenHash: Buffer): Promise<void> {
    await this.db.in(tx).execute(REMOVE, [tokenHash]);
  }

  forgetEnded(tx: Tx, limit: number): Promise<number> {
    return this.db.in(tx).execute(FORGET_ENDED, [limit]);
  }
}

function toPanelUser(row: PanelUserRow): PanelUser {
  return { id: row.user_id, email: row.user_email, permissions: row.permissions, account: toAccount(row) };
}
