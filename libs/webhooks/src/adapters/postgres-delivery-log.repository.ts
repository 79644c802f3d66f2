import { newId, type Page, type Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import {
  DeliveryLogRepository,
  type DeliveryFilter,
  type DeliveryRecord,
  type ResentDelivery,
} from '../application/ports';
import type { DeliveryStatus } from '../domain/delivery';

interface RecordRow {
  id: string;
  event_id: string;
  event: string;
  endpoint_id: string | null;
  url: string;
  status: DeliveryStatus;
  next_attempt_at: Date;
  created_at: Date;
  completed_at: Date | null;
  attempts: {
    attempt: number;
    started_at: string;
    duration_ms: number | null;
    status_code: number | null;
    error: string | null;
    response_snippet: string | null;
  }[];
}

type ResentRow = Pick<RecordRow, 'id' | 'event_id' | 'endpoint_id' | 'url'> & { account_id: string };

/** Ids are ordered by time, so the id is the cursor. The extra row shows whether another page follows. */
const LIST = statement(
  'webhook-delivery-log.list',
  `SELECT d.id, d.event_id, event.type AS event, d.endpoint_id, d.url, d.status, d.next_attempt_at, d.created_at,
     d.completed_at, coalesce(made.attempts, '[]') AS attempts
   FROM webhook_deliveries d
   JOIN webhook_events event ON event.id = d.event_id
   LEFT JOIN LATERAL (
     SELECT json_agg(row_to_json(row_) ORDER BY row_.attempt) AS attempts FROM (
       SELECT attempt, started_at, duration_ms, status_code, error, response_snippet
       FROM webhook_delivery_attempts WHERE delivery_id = d.id
     ) row_
   ) made ON true
   WHERE d.account_id = $1 AND ($2::uuid IS NULL OR d.id < $2) AND ($3::text IS NULL OR d.status = $3)
     AND ($4::uuid IS NULL OR d.endpoint_id = $4)
   ORDER BY d.id DESC LIMIT $5 + 1`,
);

const RESEND = statement(
  'webhook-delivery-log.resend',
  `INSERT INTO webhook_deliveries (id, event_id, account_id, endpoint_id, url, secret_version)
   SELECT $1, d.event_id, d.account_id, d.endpoint_id,
     CASE WHEN endpoint.deleted_at IS NULL THEN coalesce(endpoint.url, d.url) ELSE d.url END,
     endpoint.secret_version
   FROM webhook_deliveries d LEFT JOIN webhook_endpoints endpoint ON endpoint.id = d.endpoint_id
   WHERE d.id = $2 AND ($3::uuid IS NULL OR d.account_id = $3)
   RETURNING id, event_id, account_id, endpoint_id, url`,
);

@Injectable()
export class PostgresDeliveryLogRepository extends DeliveryLogRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async list(accountId: string, filter: DeliveryFilter): Promise<Page<DeliveryRecord>> {
    const { cursor, status, endpointId, perPage } = filter;
    const rows = await this.db.read<RecordRow>(LIST, [accountId, cursor, status, endpointId, perPage]);
    const items = rows.slice(0, perPage).map(toRecord);
    return { items, nextCursor: rows.length > perPage ? (items.at(-1)?.id ?? null) : null };
  }

  async resend(tx: Tx, deliveryId: string, accountId: string | undefined): Promise<ResentDelivery | undefined> {
    const [row] = await this.db.in(tx).query<ResentRow>(RESEND, [newId(), deliveryId, accountId]);
    if (!row) return undefined;
    const { id, event_id: eventId, account_id, endpoint_id: endpointId, url } = row;
    return { id, eventId, accountId: account_id, endpointId, url };
  }
}

function toRecord(row: RecordRow): DeliveryRecord {
  return {
    id: row.id,
    eventId: row.event_id,
    event: row.event,
    endpointId: row.endpoint_id,
    url: row.url,
    status: row.status,
    nextAttemptAt: row.status === 'pending' ? row.next_attempt_at : null,
    createdAt: row.created_at,
    completedAt: row.completed_at,
    attempts: row.attempts.map((attempt) => ({
      attempt: attempt.attempt,
      startedAt: new Date(attempt.started_at),
      durationMs: attempt.duration_ms,
      statusCode: attempt.status_code,
      error: attempt.error,
      responseSnippet: attempt.response_snippet,
    })),
  };
}
