import { newId, type Tx } from '@app/kernel';
import { traced } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { EventName } from '../domain/event-names';
import { DeliveryAnnouncer, EventStore, type StoredEvent } from './ports';

export interface WebhookEvent {
  /** An event whose id is already stored adds nothing. By default the event gets a new id. */
  id?: string;
  accountId: string;
  type: EventName;
  createdAt: Date;
  /** Plain JSON; amounts as decimal text. */
  data: Readonly<Record<string, unknown>>;
  /** The payment link that the event is about, by which the merchant finds its deliveries. */
  paymentLinkId?: string | null;
  /** The payment link's own notification address, validated when the link was created. */
  linkWebhookUrl?: string | null;
  /** The id of the request that caused the event, as the log names it. Null or left out if none did. */
  requestId?: string | null | undefined;
}

/** Queues the deliveries of an event in the transaction that causes it, so that both are committed or neither is. */
@Injectable()
export class EventPublisher {
  constructor(
    private readonly store: EventStore,
    private readonly announcer: DeliveryAnnouncer,
  ) {}

  /** Takes one statement, however many events there are. */
  async publish(tx: Tx, events: readonly WebhookEvent[]): Promise<void> {
    if (events.length === 0) return;
    const attributes = { events: events.length };
    const added = await traced('publish events', { attributes }, () => this.store.add(tx, events.map(toStored)));
    if (added > 0) this.announcer.announce();
  }
}

function toStored(event: WebhookEvent): StoredEvent {
  const { id = newId(), accountId, type, createdAt, data } = event;
  const { paymentLinkId = null, linkWebhookUrl = null, requestId = null } = event;
  const body = JSON.stringify({ id, event: type, created_at: createdAt.toISOString(), data });
  return { id, accountId, type, body, createdAt, paymentLinkId, linkWebhookUrl, requestId };
}
