import { newId, type Clock, type Tx } from '@app/kernel';
import {
  DeliveryQueue,
  type AttemptRecord,
  type Claim,
  type LoadedDelivery,
  type QueueDepth,
  type StoredEvent,
} from '../application/ports';
import {
  AFTER,
  type DeliveryJob,
  type DeliveryName,
  type DeliveryStatus,
  type SettledOutcome,
} from '../domain/delivery';
import type { DueReceiver, ReceiverShare } from '../domain/fair-share';
import { MAX_ATTEMPTS } from '../domain/retry-plan';
import type { InMemoryEndpoints } from './in-memory-endpoints';

export interface DeliveryEntry {
  id: string;
  event: StoredEvent;
  endpointId: string | null;
  url: string;
  secretVersion: number | null;
  platformKeyId: string | null;
  status: DeliveryStatus;
  attempt: number;
  nextAttemptAt: number;
  leaseUntil: number | null;
  attempts: Map<number, AttemptRecord>;
}

export type Destination = Pick<DeliveryEntry, 'endpointId' | 'url' | 'secretVersion' | 'platformKeyId'>;

/** Keeps deliveries in a map. Rolling back a transaction undoes nothing. */
export class InMemoryDeliveryQueue extends DeliveryQueue {
  readonly deliveries = new Map<string, DeliveryEntry>();

  constructor(
    private readonly endpoints: InMemoryEndpoints,
    private readonly clock: Clock,
  ) {
    super();
  }

  put(event: StoredEvent, destination: Destination): void {
    const id = newId();
    this.deliveries.set(id, {
      id,
      event,
      ...destination,
      status: 'pending',
      attempt: 0,
      nextAttemptAt: this.nowMs(),
      leaseUntil: null,
      attempts: new Map(),
    });
  }

  async dueReceivers(): Promise<DueReceiver[]> {
    const receivers = new Map<string, DueReceiver>();
    for (const delivery of this.due()) {
      const receiver = receiverOf(delivery);
      if (receivers.has(receiver)) continue;
      receivers.set(receiver, {
        receiver,
        accountId: delivery.event.accountId,
        dueSince: new Date(delivery.nextAttemptAt),
      });
    }
    return [...receivers.values()];
  }

  async depth(): Promise<QueueDepth> {
    const due = this.due();
    const pending = [...this.deliveries.values()].filter(({ status }) => status === 'pending');
    const oldestDueSeconds = (this.nowMs() - (due[0]?.nextAttemptAt ?? this.nowMs())) / 1_000;
    return { due: due.length, waiting: pending.length - due.length, oldestDueSeconds };
  }

  async claim(_tx: Tx, shares: readonly ReceiverShare[], leaseMs: number): Promise<Claim> {
    const claim: Claim = { claimed: [], exhausted: [] };
    for (const { receiver, slots } of shares) {
      for (const delivery of this.due()
        .filter((candidate) => receiverOf(candidate) === receiver)
        .slice(0, slots)) {
        this.consume(delivery, leaseMs, claim);
      }
    }
    return claim;
  }

  async load(jobs: readonly DeliveryJob[], leaseLeftMs: number): Promise<LoadedDelivery[]> {
    return jobs.flatMap(({ deliveryId, attempt }) => {
      const delivery = this.deliveries.get(deliveryId);
      if (!delivery || delivery.attempt !== attempt || delivery.status !== 'pending') return [];
      if ((delivery.leaseUntil ?? 0) <= this.nowMs() + leaseLeftMs) return [];
      return [this.loaded(delivery)];
    });
  }

  async complete(_tx: Tx, outcomes: readonly SettledOutcome[]): Promise<void> {
    for (const outcome of outcomes) {
      const delivery = this.deliveries.get(outcome.deliveryId);
      if (!delivery) continue;
      if (delivery.attempts.get(outcome.attempt)?.error !== null) {
        delivery.attempts.set(outcome.attempt, recordOf(outcome));
      }
      this.trigger(delivery.endpointId, outcome.startedAt);
      const ours = delivery.attempt === outcome.attempt || outcome.status === 'delivered';
      if (delivery.status !== 'pending' || !ours) continue;
      this.settle(delivery, outcome.status);
      if (outcome.retryInMs !== null) delivery.nextAttemptAt = this.nowMs() + outcome.retryInMs;
    }
  }

  async release(_tx: Tx, jobs: readonly DeliveryJob[]): Promise<void> {
    for (const { deliveryId, attempt } of jobs) {
      const delivery = this.deliveries.get(deliveryId);
      if (!delivery || delivery.attempt !== attempt || delivery.leaseUntil === null) continue;
      delivery.leaseUntil = null;
      delivery.nextAttemptAt = this.nowMs();
    }
  }

  private consume(delivery: DeliveryEntry, leaseMs: number, claim: Claim): void {
    const lost = delivery.attempt > 0 && !delivery.attempts.has(delivery.attempt);
    if (lost) delivery.attempts.set(delivery.attempt, lostAttempt(delivery.attempt, new Date(this.nowMs() - leaseMs)));
    if (delivery.attempt >= MAX_ATTEMPTS) {
      this.settle(delivery, AFTER.fail);
      claim.exhausted.push(nameOf(delivery));
      return;
    }
    delivery.attempt += 1;
    delivery.leaseUntil = delivery.nextAttemptAt = this.nowMs() + leaseMs;
    claim.claimed.push(this.loaded(delivery));
  }

  private loaded(delivery: DeliveryEntry): LoadedDelivery {
    const { attempt, url, endpointId, secretVersion: queuedVersion, platformKeyId, event } = delivery;
    const { deliveryId, accountId, paymentLinkId, requestId } = nameOf(delivery);
    const entry = endpointId === null ? undefined : this.endpoints.entries.get(endpointId);
    const endpoint = entry ? { secretVersion: entry.endpoint.secretVersion, deleted: entry.deleted } : null;
    const { body } = event;
    const receiver = receiverOf(delivery);
    const singleAttempt = false;
    return {
      deliveryId,
      accountId,
      endpointId,
      paymentLinkId,
      requestId,
      attempt,
      receiver,
      url,
      body,
      queuedVersion,
      endpoint,
      platformKeyId,
      singleAttempt,
    };
  }

  private settle(delivery: DeliveryEntry, status: DeliveryStatus): void {
    delivery.status = status;
    delivery.leaseUntil = null;
  }

  private nowMs(): number {
    return this.clock.now().getTime();
  }

  private trigger(endpointId: string | null, at: Date): void {
    const endpoint = endpointId === null ? undefined : this.endpoints.entries.get(endpointId)?.endpoint;
    const before = endpoint?.lastTriggeredAt?.getTime() ?? -Infinity;
    if (endpoint && before < at.getTime() - 1_000) endpoint.lastTriggeredAt = at;
  }

  private due(): DeliveryEntry[] {
    const now = this.nowMs();
    return [...this.deliveries.values()]
      .filter(({ status, nextAttemptAt }) => status === 'pending' && nextAttemptAt <= now)
      .sort((a, b) => a.nextAttemptAt - b.nextAttemptAt);
  }
}

function recordOf({
  attempt,
  startedAt,
  durationMs,
  statusCode,
  error,
  responseSnippet,
}: SettledOutcome): AttemptRecord {
  return { attempt, startedAt, durationMs, statusCode, error, responseSnippet };
}

function lostAttempt(attempt: number, startedAt: Date): AttemptRecord {
  return { attempt, startedAt, durationMs: null, statusCode: null, error: 'outcome unknown', responseSnippet: null };
}

function nameOf({
  id: deliveryId,
  endpointId,
  event: { accountId, paymentLinkId, requestId },
}: DeliveryEntry): DeliveryName {
  return { deliveryId, accountId, endpointId, paymentLinkId, requestId };
}

function receiverOf({ endpointId, event }: DeliveryEntry): string {
  return endpointId ?? event.accountId;
}
