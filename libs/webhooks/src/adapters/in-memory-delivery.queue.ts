import { newId, type Tx } from '@app/kernel';
import { DeliveryQueue, type Claim, type LoadedDelivery, type StoredEvent } from '../application/ports';
import type { DeliveryJob, DeliveryStatus, SettledOutcome } from '../domain/delivery';
import type { LaneLoad, LaneShare } from '../domain/fair-share';
import { MAX_ATTEMPTS } from '../domain/retry-plan';
import type { InMemoryEndpointRepository } from './in-memory-endpoint.repository';

export interface DeliveryEntry {
  id: string;
  event: StoredEvent;
  endpointId: string | null;
  url: string;
  secretVersion: number | null;
  status: DeliveryStatus;
  attempt: number;
  nextAttemptAt: number;
  leaseUntil: number | null;
  attempts: Map<number, { statusCode: number | null; error: string | null }>;
}

/** Keeps deliveries in a map, by a clock of the caller's; a rolled-back transaction is not undone. */
export class InMemoryDeliveryQueue extends DeliveryQueue {
  readonly events = new Map<string, StoredEvent>();
  readonly deliveries = new Map<string, DeliveryEntry>();

  constructor(
    private readonly endpoints: InMemoryEndpointRepository,
    private readonly nowMs: () => number = Date.now,
  ) {
    super();
  }

  async add(_tx: Tx, events: readonly StoredEvent[]): Promise<number> {
    let added = 0;
    for (const event of events) {
      if (this.events.has(event.id)) continue;
      const destinations = this.destinationsOf(event);
      if (destinations.length === 0) continue;
      this.events.set(event.id, event);
      for (const destination of destinations) {
        const id = newId();
        const fresh = { status: 'pending', attempt: 0, nextAttemptAt: this.nowMs(), leaseUntil: null } as const;
        this.deliveries.set(id, { id, event, ...destination, ...fresh, attempts: new Map() });
        added += 1;
      }
    }
    return added;
  }

  async dueLanes(): Promise<LaneLoad[]> {
    const lanes = new Map<string, LaneLoad>();
    for (const delivery of this.due()) {
      const lane = laneOf(delivery);
      if (lanes.has(lane)) continue;
      const running = this.pending().filter((other) => laneOf(other) === lane && this.leased(other)).length;
      lanes.set(lane, { lane, running, dueSince: new Date(delivery.nextAttemptAt) });
    }
    return [...lanes.values()];
  }

  async claim(_tx: Tx, shares: readonly LaneShare[], leaseMs: number): Promise<Claim> {
    const claim: Claim = { claimed: [], exhausted: [] };
    for (const { lane, room } of shares) {
      for (const delivery of this.due().filter((candidate) => laneOf(candidate) === lane).slice(0, room)) {
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
      const { url, endpointId, secretVersion: queuedVersion, event } = delivery;
      const entry = endpointId === null ? undefined : this.endpoints.entries.get(endpointId);
      const endpoint = entry ? { secretVersion: entry.endpoint.secretVersion, deleted: entry.deleted } : null;
      const wanted = [queuedVersion, endpoint?.secretVersion];
      const secrets = (entry?.secrets ?? []).filter(({ version }) => wanted.includes(version));
      return [{ deliveryId, attempt, url, body: event.body, endpointId, queuedVersion, endpoint, secrets }];
    });
  }

  async complete(_tx: Tx, outcomes: readonly SettledOutcome[]): Promise<void> {
    for (const outcome of outcomes) {
      const delivery = this.deliveries.get(outcome.deliveryId);
      if (!delivery) continue;
      delivery.attempts.set(outcome.attempt, { statusCode: outcome.statusCode, error: outcome.error });
      this.trigger(delivery.endpointId, outcome.startedAt);
      const ours = delivery.attempt === outcome.attempt || outcome.status === 'delivered';
      if (delivery.status !== 'pending' || !ours) continue;
      delivery.status = outcome.status;
      delivery.leaseUntil = null;
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

  async lagMs(): Promise<number> {
    const [oldest] = this.due();
    return oldest ? this.nowMs() - oldest.nextAttemptAt : 0;
  }

  private destinationsOf(event: StoredEvent): Pick<DeliveryEntry, 'endpointId' | 'url' | 'secretVersion'>[] {
    const registered = [...this.endpoints.entries.values()]
      .filter(({ endpoint, deleted }) => endpoint.accountId === event.accountId && !deleted && endpoint.isActive)
      .filter(({ endpoint }) => (endpoint.events as string[]).includes(event.type))
      .map(({ endpoint: { id, url, secretVersion } }) => ({ endpointId: id, url, secretVersion }));
    if (event.linkWebhookUrl === null) return registered;
    return [...registered, { endpointId: null, url: event.linkWebhookUrl, secretVersion: null }];
  }

  private consume(delivery: DeliveryEntry, leaseMs: number, claim: Claim): void {
    const lost = delivery.attempt > 0 && !delivery.attempts.has(delivery.attempt);
    if (lost) delivery.attempts.set(delivery.attempt, { statusCode: null, error: 'outcome unknown' });
    if (delivery.attempt >= MAX_ATTEMPTS) {
      delivery.status = 'failed';
      delivery.leaseUntil = null;
      claim.exhausted.push(delivery.id);
      return;
    }
    delivery.attempt += 1;
    delivery.leaseUntil = delivery.nextAttemptAt = this.nowMs() + leaseMs;
    claim.claimed.push({ deliveryId: delivery.id, attempt: delivery.attempt });
  }

  private trigger(endpointId: string | null, at: Date): void {
    const endpoint = endpointId === null ? undefined : this.endpoints.entries.get(endpointId)?.endpoint;
    if (endpoint && (endpoint.lastTriggeredAt === null || endpoint.lastTriggeredAt < at)) endpoint.lastTriggeredAt = at;
  }

  private pending(): DeliveryEntry[] {
    return [...this.deliveries.values()].filter(({ status }) => status === 'pending');
  }

  private due(): DeliveryEntry[] {
    const now = this.nowMs();
    return this.pending()
      .filter(({ nextAttemptAt }) => nextAttemptAt <= now)
      .sort((a, b) => a.nextAttemptAt - b.nextAttemptAt);
  }

  private leased({ leaseUntil }: DeliveryEntry): boolean {
    return leaseUntil !== null && leaseUntil > this.nowMs();
  }
}

function laneOf({ endpointId, event }: DeliveryEntry): string {
  return endpointId ?? event.accountId;
}
