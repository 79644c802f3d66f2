import type { Actor } from '@app/accounts';
import { newId } from '@app/kernel';
import type { StoredEvent } from '../application/ports';
import type { Outcome } from '../domain/delivery';
import type { WebhookEndpoint } from '../domain/endpoint';
import { EVENT_NAMES } from '../domain/event-names';

/** Who changes endpoints in tests. */
export const TESTER: Actor = { type: 'system', name: 'test' };

/** An active endpoint that receives all events. */
export function anEndpoint(changes: Partial<WebhookEndpoint> & Pick<WebhookEndpoint, 'accountId'>): WebhookEndpoint {
  const id = newId();
  const now = new Date();
  return {
    id,
    apiKeyId: null,
    url: `http://127.0.0.1:9/${id}`,
    description: null,
    events: [...EVENT_NAMES],
    isActive: true,
    secretVersion: 1,
    lastTriggeredAt: null,
    createdAt: now,
    updatedAt: now,
    ...changes,
  };
}

export function anEvent(changes: Partial<StoredEvent> & Pick<StoredEvent, 'accountId'>): StoredEvent {
  const id = changes.id ?? newId();
  return {
    id,
    type: 'payment.completed',
    body: JSON.stringify({ id, event: 'payment.completed' }),
    createdAt: new Date(),
    paymentLinkId: null,
    linkWebhookUrl: null,
    requestId: null,
    ...changes,
  };
}

export function anOutcome(changes: Partial<Outcome> & Pick<Outcome, 'deliveryId'>): Outcome {
  return {
    attempt: 1,
    accountId: newId(),
    endpointId: null,
    paymentLinkId: null,
    requestId: null,
    startedAt: new Date(),
    durationMs: 12,
    statusCode: 200,
    error: null,
    responseSnippet: 'ok',
    ...changes,
  };
}
