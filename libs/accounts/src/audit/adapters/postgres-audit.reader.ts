import { decodeCursor, encodeCursor, type Page } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { AuditReader } from '../application/ports';
import type { Actor, AuditQuery, AuditRecord } from '../domain/audit';

interface AuditRow {
  id: string;
  at: Date;
  /** Microseconds since 1970: a `Date` would lose the last three digits, and the next page would lose entries. */
  micros: string;
  actor_type: Actor['type'];
  actor: string;
  email: string | null;
  action: string;
  object_type: string;
  object_id: string;
  from_address: string | null;
  details: Record<string, unknown>;
}

// Users are compared as text: the name of an actor is text, and deleted users have a row too.
const LIST = statement(
  'audit_log.list',
  `SELECT a.id, a.at, (extract(epoch FROM a.at) * 1000000)::bigint AS micros, a.actor_type, a.actor, u.email, a.action,
          a.object_type, a.object_id, a.from_address, a.details
     FROM audit_log a
     LEFT JOIN users u ON a.actor_type = 'user' AND u.account_id = a.account_id AND u.id::text = a.actor
    WHERE a.account_id = $1 AND a.at >= $2::timestamptz AND a.at < $3::timestamptz
      AND (a.at, a.id) < ($4::timestamptz, $5::bigint)
      AND ($6::text IS NULL OR a.action = $6)
      AND ($7::text IS NULL OR (a.actor_type = 'user' AND a.actor = $7))
    ORDER BY a.at DESC, a.id DESC LIMIT $8`,
);

const FIRST_PAGE = ['infinity', '0'] as const;

@Injectable()
export class PostgresAuditReader extends AuditReader {
  constructor(private readonly db: Database) {
    super();
  }

  async list(accountId: string, query: AuditQuery): Promise<Page<AuditRecord>> {
    const { action, actorId, from, to, cursor, limit } = query;
    const rows = await this.db.report<AuditRow>(LIST, [
      accountId,
      from?.toISOString() ?? '-infinity',
      to?.toISOString() ?? 'infinity',
      ...(cursor === undefined ? FIRST_PAGE : decodeCursor(cursor, positionOf)),
      action ?? null,
      actorId ?? null,
      limit + 1,
    ]);
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return { items: rows.slice(0, limit).map(toRecord), nextCursor: last ? encodeCursor(last.micros, last.id) : null };
  }
}

/** The moment and the id after which the next page starts. */
function positionOf(micros = '', id = '', ...more: string[]): [string, string] | undefined {
  if (!/^\d{15,16}$/.test(micros) || !/^\d{1,18}$/.test(id) || more.length > 0) return undefined;
  const [ms, rest] = [micros.slice(0, -3), micros.slice(-3)];
  return [new Date(Number(ms)).toISOString().replace('Z', `${rest}Z`), id];
}

function toRecord({ id, at, actor_type: type, actor, email, ...row }: AuditRow): AuditRecord {
  return {
    id,
    action: row.action,
    actor: type === 'user' ? { type, id: actor, name: email ?? actor } : { type, id: null, name: actor },
    object: { type: row.object_type, id: row.object_id },
    details: row.details,
    // IPv4 on a socket that listens on both.
    fromAddress: row.from_address?.replace(/^::ffff:(?=\d+\.)/, '') ?? null,
    createdAt: at,
  };
}
