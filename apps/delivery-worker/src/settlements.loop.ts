import { Settlement } from '@app/payment-links';
import { ClaimLoop, Log, Metrics, type Loop } from '@app/platform';
import { Injectable } from '@nestjs/common';

const BATCH = 50;
const LOOK_EVERY_MS = 2_000;

/** Settles notifications that were stored and answered, but whose settlement failed or was cut off by a crash. */
@Injectable()
export class SettlementsLoop implements Loop {
  private readonly loop: ClaimLoop;

  constructor(settlement: Settlement, log: Log, metrics: Metrics) {
    showBacklog(settlement, metrics);
    this.loop = new ClaimLoop({
      name: 'settlements',
      log,
      longestIdleMs: LOOK_EVERY_MS,
      turn: async () => (await settlement.settleDue(BATCH)) === BATCH,
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

/** Read once for all three: whoever scrapes asks for them together. */
function showBacklog(settlement: Settlement, metrics: Metrics): void {
  let asked: ReturnType<Settlement['backlog']> | undefined;
  const backlog = () => {
    asked ??= settlement.backlog().finally(() => (asked = undefined));
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
  metrics.gauge(
    'payment_exceptions_open',
    'Payments put aside that wait for staff',
    async () => (await backlog()).openExceptions,
  );
}
