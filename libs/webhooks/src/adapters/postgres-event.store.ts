import { newId, type Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { PlatformKeys } from '../application/platform-keys';
import { EventStore, type StoredEvent } from '../application/ports';

/**
 * Delivery ids are UUIDs version 7 like all others, made here because only the statement knows how many destinations
 * there are: the time and version of $7 in front, random bits behind.
 */
const ADD = statement(
  'webhook-deliveries.add',
  `WITH given AS (
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::text[], $8::uuid[], $10::text[])
       AS event(id, account_id, type, body, created_at, link_url, link_id, request_id)
   ), destinations AS (
     SELECT given.id AS event_id, endpoint.id AS endpoint_id, endpoint.url, endpoint.secret_version
     FROM given JOIN webhook_endpoints endpoint ON endpoint.account_id = given.account_id
     WHERE endpoint.deleted_at IS NULL AND endpoint.is_active AND given.type = ANY (endpoint.events)
     UNION ALL
     SELECT id, NULL, link_url, NULL FROM given WHERE link_url IS NOT NULL
   ), stored AS (
     INSERT INTO webhook_events (id, account_id, type, body, created_at, payment_link_id, request_id)
     SELECT id, account_id, type, body, created_at, link_id, request_id FROM given WHERE id IN (SELECT event_id FROM destinations)
     ON CONFLICT (id) DO NOTHING
     RETURNING id, account_id
   ), deliveries AS (
     INSERT INTO webhook_deliveries (id, event_id, account_id, endpoint_id, url, secret_version, platform_key_id)
     SELECT (left($7::text, 15) || substr(gen_random_uuid()::text, 16))::uuid,
       stored.id, stored.account_id, endpoint_id, url, secret_version, CASE WHEN endpoint_id IS NULL THEN $9::text END
     FROM stored JOIN destinations ON destinations.event_id = stored.id
     RETURNING id, account_id, endpoint_id
   )
   INSERT INTO webhook_queue (delivery_id, account_id, endpoint_id) SELECT id, account_id, endpoint_id FROM deliveries`,
);

@Injectable()
export class PostgresEventStore extends EventStore {
  constructor(
    private readonly db: Database,
    private readonly platformKeys: PlatformKeys,
  ) {
    super();
  }

  async add(tx: Tx, events: readonly StoredEvent[]): Promise<number> {
    return this.db
      .in(tx)
      .execute(ADD, [
        events.map(({ id }) => id),
        events.map(({ accountId }) => accountId),
        events.map(({ type }) => type),
        events.map(({ body }) => body),
        events.map(({ createdAt }) => createdAt),
        events.map(({ linkWebhookUrl }) => linkWebhookUrl),
        newId(),
        events.map(({ paymentLinkId }) => paymentLinkId),
        this.platformKeys.currentId,
        events.map(({ requestId }) => requestId),
      ]);
  }
}
