import { Metrics } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { reservedSlots } from '../domain/fair-share';
import { Deliveries, type ClaimState } from './deliveries';
import { DeliveryQueue, type QueueDepth } from './ports';

/** The gauges of deliveries. Nest makes it with its module; nothing calls it. */
@Injectable()
export class DeliveryMetrics {
  constructor(metrics: Metrics, queue: DeliveryQueue, deliveries: Deliveries) {
    const lag = () => deliveries.lagSeconds();
    metrics.gauge('webhook_lag_seconds', 'How long the oldest due delivery has been waiting', lag);
    showDeliveries(metrics, queue, () => deliveries.claimState);
  }
}

/** Gauges of the queue, read from its index at each scrape, and of the slots. */
export function showDeliveries(metrics: Metrics, queue: DeliveryQueue, state: () => ClaimState): void {
  let asked: Promise<QueueDepth> | undefined;
  // A scrape requests all gauges at the same time, so the depth is read only once.
  const depth = () => (asked ??= queue.depth().finally(() => (asked = undefined)));
  const total = () => state().free + state().running;
  metrics.gauge('webhook_queue_due', 'Deliveries that could be sent now', async () => (await depth()).due);
  metrics.gauge(
    'webhook_queue_waiting',
    'Deliveries that are being sent or wait for their next attempt',
    async () => (await depth()).waiting,
  );
  metrics.gauge(
    'webhook_oldest_due_seconds',
    'How long the oldest due delivery has been waiting, as the queue has it now',
    async () => (await depth()).oldestDueSeconds,
  );
  metrics.gauge('webhook_slots_total', 'Deliveries that this worker may send at a time', total);
  metrics.gauge(
    'webhook_slots_busy',
    'Deliveries that it is sending, or has handed to other workers',
    () => state().running,
  );
  metrics.gauge('webhook_slots_reserved', 'Slots that only receivers get that responded quickly', () =>
    reservedSlots(total(), 'new'),
  );
}
