import { Metrics } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { reservedSlots } from '../domain/fair-share';
import { Deliveries, DELIVERY_SLOTS } from './deliveries';
import { DeliveryQueue, type QueueDepth } from './ports';

/** The gauges of deliveries. Nest makes it with its module; nothing calls it. */
@Injectable()
export class DeliveryMetrics {
  constructor(metrics: Metrics, queue: DeliveryQueue, deliveries: Deliveries) {
    const lag = () => deliveries.lagSeconds();
    metrics.gauge('webhook_lag_seconds', 'How long the oldest due delivery has been waiting', lag);
    showDeliveries(metrics, queue, deliveries);
  }
}

/** Gauges of the queue, read from its index at each scrape, and of the slots. */
export function showDeliveries(metrics: Metrics, queue: DeliveryQueue, deliveries: Pick<Deliveries, 'sending'>): void {
  let asked: Promise<QueueDepth> | undefined;
  // A scrape requests all gauges at the same time, so the depth is read only once.
  const depth = () => (asked ??= queue.depth().finally(() => (asked = undefined)));
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
  metrics.gauge('webhook_slots_total', 'Deliveries that this worker may send at a time', () => DELIVERY_SLOTS);
  metrics.gauge('webhook_slots_busy', 'Deliveries that this worker is sending now', () => deliveries.sending);
  metrics.gauge('webhook_slots_reserved', 'Slots that only receivers get that responded quickly', () =>
    reservedSlots(DELIVERY_SLOTS, 'new'),
  );
}
