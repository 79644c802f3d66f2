import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { SessionListRepository } from '../application/ports';
import type { ListedSession } from '../domain/sign-in';

const RUNNING = 'expires_at > now() AND coalesce(idle_expires_at > now(), true)';

const LIST = statement(
  'user_sessions.list',
  `SELECT id, created_at, last_seen_at, expires_at, user_agent, from_address FROM panel_sessions
    WHERE user_id = $1 AND ${RUNNING} ORDER BY last_seen_at DESC, id LIMIT $2`,
);

const REMOVE = statement(
  'user_sessions.remove',
  `WITH ended AS (DELETE FROM panel_sessions WHERE user_id = $1 AND id = $2 RETURNING ${RUNNING} AS was_running)
   SELECT count(*)::int AS count FROM ended WHERE was_running`,
);

const REMOVE_OTHERS = statement(
  'user_sessions.remove-others',
  `WITH ended AS (DELETE FROM panel_sessions WHERE user_id = $1 AND id <> $2 RETURNING ${RUNNING} AS was_running)
   SELECT count(*)::int AS count FROM ended WHERE was_running`,
);

interface ListedRow {
  id: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  user_agent: string | null;
  from_address: string | null;
}

@Injectable()
export class PostgresSessionListRepository extends SessionListRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async list(userId: string, limit: number): Promise<ListedSession[]> {
    const rows = await this.db.read<ListedRow & Record<string, unknown>>(LIST, [userId, limit]);
    return rows.map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at,
      expiresAt: row.expires_at,
      userAgent: row.user_agent,
      address: row.from_address,
    }));
  }

  async remove(tx: Tx, userId: string, id: string): Promise<boolean> {
    const [ended] = await this.db.in(tx).query<{ count: number }>(REMOVE, [userId, id]);
    return ended?.count === 1;
  }

  async removeOthers(tx: Tx, userId: string, keptId: string): Promise<number> {
    const [ended] = await this.db.in(tx).query<{ count: number }>(REMOVE_OTHERS, [userId, keptId]);
    return ended?.count ?? 0;
  }
}
