import { Log, Metrics } from '@app/platform';
import { Looks, type LooksBacklog } from '@app/rails';
import { Injectable } from '@nestjs/common';
import { SlotLoop } from './slot.loop';

/** Asks providers about the orders, payouts and refunds that are due for a look, and shows how many are due. */
@Injectable()
export class LooksLoop extends SlotLoop {
  constructor(looks: Looks, log: Log, metrics: Metrics) {
    super('looks', looks, log);
    showBacklog(looks, metrics);
  }
}

/** A scrape requests both gauges at the same time, so the backlog is read only once. */
function showBacklog(looks: Looks, metrics: Metrics): void {
  let asked: Promise<LooksBacklog> | undefined;
  const backlog = () => {
    asked ??= looks.backlog().finally(() => (asked = undefined));
    return asked;
  };
  metrics.gauge('provider_looks_due', 'Questions to providers that are due', async () => (await backlog()).due);
  metrics.gauge(
    'provider_looks_oldest_due_seconds',
    'How long the oldest of them has been due',
    async () => (await backlog()).oldestSeconds,
  );
}
