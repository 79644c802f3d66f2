import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { SessionsRepository, type NewSession } from '../application/ports';
import {
  FRESH_SECONDS,
  IDLE_SECONDS,
  SEEN_EVERY_SECONDS,
  SESSION_SECONDS,
  type FoundSession,
  type PanelSession,
  type SessionKind,
} from '../domain/sign-in';
import {
  PANEL_USER_COLUMNS,
  PANEL_USER_JOINS,
  toPanelUser,
  type PanelUserRow,
} from '../../users/adapters/panel-user-row';

const FRESH_UNTIL = `s.confirmed_at + interval '${FRESH_SECONDS} seconds'`;
const SESSION_COLUMNS = `s.id AS session_id, s.device_id, s.expires_at, s.idle_expires_at,
          ${FRESH_UNTIL} AS fresh_until, ${FRESH_UNTIL} > now() AS is_fresh`;

// Every request to the panel API runs it: one prepared statement.
const FIND = statement(
  'panel_sessions.find',
  `SELECT ${PANEL_USER_COLUMNS}, ${SESSION_COLUMNS},
          s.last_seen_at <= now() - interval '${SEEN_EVERY_SECONDS} seconds' AS is_due
     FROM panel_sessions s
     JOIN users u ON u.id = s.user_id AND u.deleted_at IS NULL AND u.is_active
     ${PANEL_USER_JOINS}
    WHERE s.token_hash = $1 AND (s.idle_expires_at IS NOT NULL) = $2
      AND s.expires_at > now() AND coalesce(s.idle_expires_at > now(), true)`,
);

const INSERT = statement(
  'panel_sessions.insert',
  `INSERT INTO panel_sessions AS s (token_hash, user_id, expires_at, idle_expires_at, user_agent, from_address, device_id)
   VALUES ($1, $2, now() + interval '${SESSION_SECONDS} seconds',
           CASE WHEN $3 THEN now() + interval '${IDLE_SECONDS} seconds' END, $4, $5, $6)
   RETURNING ${SESSION_COLUMNS}`,
);

const MARK_SEEN = statement(
  'panel_sessions.mark-seen',
  `UPDATE panel_sessions s SET last_seen_at = now(),
          idle_expires_at = CASE WHEN idle_expires_at IS NOT NULL THEN now() + interval '${IDLE_SECONDS} seconds' END
    WHERE id = $1 AND expires_at > now() AND coalesce(idle_expires_at > now(), true)
   RETURNING ${SESSION_COLUMNS}`,
);

const CONFIRM = statement(
  'panel_sessions.confirm',
  `UPDATE panel_sessions s SET confirmed_at = now()
    WHERE id = $1 AND expires_at > now() AND coalesce(idle_expires_at > now(), true)
   RETURNING ${SESSION_COLUMNS}`,
);

const DELETE_EXPIRED = statement(
  'panel_sessions.delete-expired',
  `DELETE FROM panel_sessions WHERE token_hash = ANY (ARRAY(
     SELECT token_hash FROM panel_sessions WHERE expires_at <= now() LIMIT $1 FOR UPDATE SKIP LOCKED
   ))`,
);

interface SessionRow {
  session_id: string;
  device_id: string | null;
  expires_at: Date;
  idle_expires_at: Date | null;
  fresh_until: Date;
  is_fresh: boolean;
}

@Injectable()
export class PostgresSessionsRepository extends SessionsRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async insert(
    tx: Tx,
    { tokenHash, userId, kind, userAgent, address, deviceId = null }: NewSession,
  ): Promise<PanelSession> {
    const parameters = [tokenHash, userId, kind === 'cookie', userAgent, address, deviceId];
    const [row] = await this.db.in(tx).query<SessionRow & Record<string, unknown>>(INSERT, parameters);
    return toSession(row as SessionRow);
  }

  async find(tokenHash: Buffer, kind: SessionKind): Promise<FoundSession | undefined> {
    const [row] = await this.db.read<PanelUserRow & SessionRow & { is_due: boolean }>(FIND, [
      tokenHash,
      kind === 'cookie',
    ]);
    return row && { user: toPanelUser(row), session: toSession(row), isDue: row.is_due };
  }

  async markSeen(tx: Tx, id: string): Promise<PanelSession | undefined> {
    const [row] = await this.db.in(tx).query<SessionRow & Record<string, unknown>>(MARK_SEEN, [id]);
    return row && toSession(row);
  }

  async confirm(tx: Tx, id: string): Promise<PanelSession | undefined> {
    const [row] = await this.db.in(tx).query<SessionRow & Record<string, unknown>>(CONFIRM, [id]);
    return row && toSession(row);
  }

  deleteExpired(tx: Tx, limit: number): Promise<number> {
    return this.db.in(tx).execute(DELETE_EXPIRED, [limit]);
  }
}

function toSession(row: SessionRow): PanelSession {
  return {
    id: row.session_id,
    expiresAt: row.expires_at,
    idleExpiresAt: row.idle_expires_at,
    freshUntil: row.fresh_until,
    isFresh: row.is_fresh,
    deviceId: row.device_id,
  };
}
