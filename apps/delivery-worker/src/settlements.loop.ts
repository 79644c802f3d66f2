import { PaymentExceptions } from '@app/payment-links';
import { ClaimLoop, Log, Metrics, type Loop } from '@app/platform';
import { NotificationInbox } from '@app/rails';
import { Injectable } from '@nestjs/common';

const BATCH = 50;
const LOOK_EVERY_MS = 2_000;

/** Settles notifications that were stored and answered, but whose settlement failed or was cut off by a crash. */
@Injectable()
export class SettlementsLoop implements Loop {
  private readonly loop: ClaimLoop;

  constructor(inbox: NotificationInbox, exceptions: PaymentExceptions, log: Log, metrics: Metrics) {
    showBacklog(inbox, exceptions, metrics);
    this.loop = new ClaimLoop({
      name: 'settlements',
      log,
      longestIdleMs: LOOK_EVERY_MS,
      turn: async () => (await inbox.settleDue(BATCH)) === BATCH,
    });
  }

  start(): Promise<void> {
    this.loop.start();
    return Promise.resolve();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }
}

/** One scrape reads the backlog once: it asks for both gauges at the same time. */
function showBacklog(inbox: NotificationInbox, exceptions: PaymentExceptions, metrics: Metrics): void {
  let asked: ReturnType<NotificationInbox['backlog']> | undefined;
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
