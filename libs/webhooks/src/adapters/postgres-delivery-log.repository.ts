import { newId, pageById, type Page, type Tx } from '@app/kernel';
import { Database, statement, type Statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import {
  DeliveryLogRepository,
  DEPTH_LIMIT,
  type TestEvent,
  type AttemptRecord,
  type DeliveryFilter,
  type DeliveryRecord,
  type ReceiverHealth,
} from '../application/ports';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../domain/delivery';
import { HAS_STATUS, STATUS } from './delivery-status';
import { RECEIVER_HEALTH, toHealth, type HealthRow } from './receiver-health';

interface RecordRow {
  id: string;
  account_id: string;
  event_id: string;
  event: string;
  payment_link_id: string | null;
  request_id: string | null;
  body: string;
  endpoint_id: string | null;
  url: string;
  status: DeliveryStatus;
  next_attempt_at: Date | null;
  created_at: Date;
  failed_at: Date | null;
  attempts: AttemptRow[];
}

interface AttemptRow {
  attempt: number;
  started_at: string;
  duration_ms: number | null;
  status_code: number | null;
  error: string | null;
  response_snippet: string | null;
}

/** While a delivery is being sent, it is claimed again when its lease runs out. */
const COLUMNS = `d.id, d.account_id, d.event_id, event.type AS event, event.payment_link_id, event.request_id, event.body, d.endpoint_id, d.url,
  ${STATUS} AS status,
  greatest(q.next_attempt_at, q.lease_until) AS next_attempt_at, d.created_at, d.failed_at`;

const ATTEMPTS = `(SELECT coalesce(json_agg(row_to_json(made) ORDER BY made.attempt), '[]') FROM (
    SELECT attempt, started_at, duration_ms, status_code, error, response_snippet
    FROM webhook_delivery_attempts WHERE delivery_id = d.id
  ) made) AS attempts`;

const FROM = `FROM webhook_deliveries d
   JOIN webhook_events event ON event.id = d.event_id
   LEFT JOIN webhook_queue q ON q.delivery_id = d.id`;

interface ListFilters {
  byAccount: boolean;
  status: DeliveryStatus | undefined;
  byEndpoint: boolean;
  byLink: boolean;
}

/**
 * Each combination of filters has its own text, so that the planner uses the index that is meant for it; the status is
 * a condition of its own, as the partial indexes need it. The account of an endpoint is compared in the event, or the planner could
 * walk through all deliveries of the account. Ids are ordered by time, so the id is the cursor. The extra row shows
 * whether another page follows.
 */
function listing({ byAccount, status, byEndpoint, byLink }: ListFilters): Statement {
  const account = `${byEndpoint ? 'event' : 'd'}.account_id = $1`;
  const columns = [...(byEndpoint ? ['d.endpoint_id'] : []), ...(byLink ? ['event.payment_link_id'] : [])];
  const filters = [
    ...(status ? [`AND ${HAS_STATUS[status]}`] : []),
    ...columns.map((column, index) => `AND ${column} = $${index + 5}::uuid`),
  ].join(' ');
  return statement(
    listName({ byAccount, status, byEndpoint, byLink }),
    `SELECT ${COLUMNS}, ${ATTEMPTS} ${FROM}
     WHERE ${byAccount ? account : '$1::uuid IS NULL'} AND d.id < $2::uuid AND ($3::text IS NULL OR event.type = $3) ${filters}
     ORDER BY d.id DESC LIMIT $4`,
  );
}

function listName({ byAccount, status, byEndpoint, byLink }: ListFilters): string {
  return `webhook-delivery-log.${byAccount ? '' : 'staff-'}list-${status ?? 'all'}${byEndpoint ? '-of-endpoint' : ''}${byLink ? '-of-link' : ''}`;
}

const LISTS = new Map(
  [undefined, ...DELIVERY_STATUSES]
    .flatMap((status) => [true, false].map((byAccount) => ({ status, byAccount })))
    .flatMap((chosen) => [true, false].map((byEndpoint) => ({ ...chosen, byEndpoint })))
    .flatMap((chosen) => [true, false].map((byLink) => listing({ ...chosen, byLink })))
    .map((list) => [list.name, list]),
);

const FIND = statement(
  'webhook-delivery-log.find',
  `SELECT ${COLUMNS}, ${ATTEMPTS} ${FROM} WHERE d.id = $1 AND ($2::uuid IS NULL OR d.account_id = $2)`,
);

/** Locks the event before a row refers to it: if retention deletes it in the meantime, there is nothing to resend. */
const RESEND = statement(
  'webhook-delivery-log.resend',
  `WITH d AS (
     INSERT INTO webhook_deliveries (id, event_id, account_id, endpoint_id, url, secret_version)
     SELECT $1, d.event_id, d.account_id, d.endpoint_id,
       CASE WHEN endpoint.deleted_at IS NULL THEN coalesce(endpoint.url, d.url) ELSE d.url END,
       endpoint.secret_version
     FROM webhook_deliveries d JOIN webhook_events event ON event.id = d.event_id
     LEFT JOIN webhook_endpoints endpoint ON endpoint.id = d.endpoint_id
     WHERE d.id = $2 AND ($3::uuid IS NULL OR d.account_id = $3)
     FOR KEY SHARE OF event
     RETURNING *
   ), q AS (
     INSERT INTO webhook_queue (delivery_id, account_id, endpoint_id, single_attempt)
     SELECT d.id, d.account_id, d.endpoint_id, event.test FROM d JOIN webhook_events event ON event.id = d.event_id
     RETURNING *
   )
   SELECT ${COLUMNS}, '[]'::json AS attempts FROM d JOIN q ON q.delivery_id = d.id
   JOIN webhook_events event ON event.id = d.event_id`,
);

const QUEUE_TEST = statement(
  'webhook-delivery-log.queue-test',
  `WITH event AS (
     INSERT INTO webhook_events (id, account_id, type, body, created_at, test) VALUES ($1, $2, $3, $4, $5, true)
     RETURNING *
   ), d AS (
     INSERT INTO webhook_deliveries (id, event_id, account_id, endpoint_id, url, secret_version)
     SELECT $6, event.id, event.account_id, endpoint.id, endpoint.url, endpoint.secret_version
     FROM event JOIN webhook_endpoints endpoint ON endpoint.id = $7 AND endpoint.account_id = event.account_id
     RETURNING *
   ), q AS (
     INSERT INTO webhook_queue (delivery_id, account_id, endpoint_id, single_attempt)
     SELECT id, account_id, endpoint_id, true FROM d RETURNING *
   )
   SELECT ${COLUMNS}, '[]'::json AS attempts FROM event JOIN d ON d.event_id = event.id JOIN q ON q.delivery_id = d.id`,
);

/** No delivery has a greater id. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

@Injectable()
export class PostgresDeliveryLogRepository extends DeliveryLogRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async list(accountId: string | undefined, filter: DeliveryFilter): Promise<Page<DeliveryRecord>> {
    const { status, event, endpointId, paymentLinkId } = filter;
    const list = LISTS.get(
      listName({
        byAccount: accountId !== undefined,
        status,
        byEndpoint: endpointId !== undefined,
        byLink: paymentLinkId !== undefined,
      }),
    );
    if (!list) throw new Error(`deliveries have no status ${status}`);
    const ids = [endpointId, paymentLinkId].filter((id) => id !== undefined);
    return pageById(filter, async (limit, olderThan = LAST_ID) => {
      const rows = await this.db.report<RecordRow>(list, [accountId, olderThan, event ?? null, limit, ...ids]);
      return rows.map(toRecord);
    });
  }

  async find(accountId: string | undefined, id: string): Promise<DeliveryRecord | undefined> {
    const [row] = await this.db.read<RecordRow>(FIND, [id, accountId]);
    return row && toRecord(row);
  }

  async receivers(accountId: string | undefined, limit: number): Promise<ReceiverHealth[]> {
    const rows = await this.db.report<HealthRow>(RECEIVER_HEALTH, [accountId ?? null, limit, DEPTH_LIMIT]);
    return rows.map(toHealth);
  }

  async queueTest(tx: Tx, endpointId: string, event: TestEvent): Promise<DeliveryRecord> {
    const { id, accountId, type, body, createdAt } = event;
    const parameters = [id, accountId, type, body, createdAt, newId(), endpointId];
    const [row] = await this.db.in(tx).query<RecordRow>(QUEUE_TEST, parameters);
    if (!row) throw new Error(`there is no endpoint ${endpointId}`);
    return toRecord(row);
  }

  async resend(tx: Tx, deliveryId: string, accountId: string | undefined): Promise<DeliveryRecord | undefined> {
    const parameters = [newId(), deliveryId, accountId];
    const [row] = await this.db.in(tx).query<RecordRow>(RESEND, parameters);
    return row && toRecord(row);
  }
}

function toRecord(row: RecordRow): DeliveryRecord {
  const attempts = row.attempts.map(toAttempt);
  return {
    id: row.id,
    accountId: row.account_id,
    eventId: row.event_id,
    event: row.event,
    paymentLinkId: row.payment_link_id,
    requestId: row.request_id,
    endpointId: row.endpoint_id,
    url: row.url,
    body: row.body,
    status: row.status,
    nextAttemptAt: row.next_attempt_at,
    createdAt: row.created_at,
    completedAt: row.status === 'delivered' ? respondedAt(attempts) : row.failed_at,
    attempts,
  };
}

/** When the receiver accepted the delivery. */
function respondedAt(attempts: readonly AttemptRecord[]): Date | null {
  const success = attempts.find(({ error }) => error === null);
  return success ? new Date(success.startedAt.getTime() + (success.durationMs ?? 0)) : null;
}

function toAttempt(attempt: AttemptRow): AttemptRecord {
  return {
    attempt: attempt.attempt,
    startedAt: new Date(attempt.started_at),
    durationMs: attempt.duration_ms,
    statusCode: attempt.status_code,
    error: attempt.error,
    responseSnippet: attempt.response_snippet,
  };
}
