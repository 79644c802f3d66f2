import { Log, Metrics } from '@app/platform';
import { StatusInquiries, type InquiryBacklog } from '@app/rails';
import { Injectable } from '@nestjs/common';
import { SlotLoop } from './slot.loop';

/**
 * Asks providers for the status of orders, payouts and refunds when it is due, and shows how many inquiries are due.
 */
@Injectable()
export class StatusInquiriesLoop extends SlotLoop {
  constructor(inquiries: StatusInquiries, log: Log, metrics: Metrics) {
    super('looks', inquiries, log);
    showBacklog(inquiries, metrics);
  }
}

/** A scrape requests all gauges at the same time, so the backlog is read only once. */
function showBacklog(inquiries: StatusInquiries, metrics: Metrics): void {
  let asked: Promise<InquiryBacklog> | undefined;
  const backlog = () => {
    asked ??= inquiries.backlog().finally(() => (asked = undefined));
    return asked;
  };
  metrics.gauge('provider_looks_due', 'Status inquiries that are due', async () => (await backlog()).due);
  metrics.gauge(
    'provider_looks_oldest_due_seconds',
    'How long the oldest of them has been due',
    async () => (await backlog()).oldestSeconds,
  );
  metrics.gauge(
    'provider_looks_failing',
    'Status inquiries that have only failed for two hours',
    async () => (await backlog()).failing,
  );
}
