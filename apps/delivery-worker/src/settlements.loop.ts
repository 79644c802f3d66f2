import { PaymentExceptions } from '@app/payment-links';
import { ClaimLoop, Log, Metrics } from '@app/platform';
import { FactInbox } from '@app/rails';
import { Injectable } from '@nestjs/common';

const BATCH = 50;
const POLL_MS = 2_000;

/** Settles stored and acknowledged notifications whose settlement failed or was interrupted by a crash. */
@Injectable()
export class SettlementsLoop extends ClaimLoop {
  constructor(inbox: FactInbox, exceptions: PaymentExceptions, log: Log, metrics: Metrics) {
    super({
      name: 'settlements',
      log,
      longestIdleMs: POLL_MS,
      turn: async () => (await inbox.settleDue(BATCH)) === BATCH,
    });
    showBacklog(inbox, exceptions, metrics);
  }
}

/** A scrape requests both gauges at the same time, so the backlog is read only once. */
function showBacklog(inbox: FactInbox, exceptions: PaymentExceptions, metrics: Metrics): void {
  let asked: ReturnType<FactInbox['backlog']> | undefined;
  const backlog = () => {
    asked ??= inbox.backlog().finally(() => (asked = undefined));
    return asked;
  };
  metrics.gauge(
    'rail_notifications_pending',
    'Stored notifications that are not settled yet',
    async () => (await backlog()).pending,
  );
  metrics.gauge(
    'rail_notifications_oldest_pending_seconds',
    'Age of the oldest of them',
    async () => (await backlog()).oldestSeconds,
  );
  metrics.gauge('payment_exceptions_open', 'Payment exceptions that wait for staff', () => exceptions.countOpen());
}
