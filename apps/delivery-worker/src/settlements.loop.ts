import { PaymentExceptions } from '@app/payment-links';
import { ClaimLoop, Log, Metrics } from '@app/platform';
import { Cases, FactInbox, type CaseBacklog } from '@app/rails';
import { Injectable } from '@nestjs/common';

const BATCH = 50;
const POLL_MS = 2_000;

/** Settles stored and acknowledged notifications whose settlement failed or was interrupted by a crash. */
@Injectable()
export class SettlementsLoop extends ClaimLoop {
  constructor(inbox: FactInbox, exceptions: PaymentExceptions, cases: Cases, log: Log, metrics: Metrics) {
    super({
      name: 'settlements',
      log,
      longestIdleMs: POLL_MS,
      turn: async () => (await inbox.settleDue(BATCH)) === BATCH,
    });
    showBacklog(inbox, exceptions, metrics);
    showCases(cases, metrics);
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

/** A scrape requests both gauges at the same time, so the cases are counted only once. */
function showCases(cases: Cases, metrics: Metrics): void {
  let asked: Promise<CaseBacklog[]> | undefined;
  const byKind = async (valueOf: (backlog: CaseBacklog) => number) => {
    asked ??= cases.backlog().finally(() => (asked = undefined));
    return new Map((await asked).map((backlog) => [backlog.kind, valueOf(backlog)]));
  };
  metrics.gaugeByLabel('cases_open', 'Cases that wait for a person', 'kind', () => byKind(({ open }) => open));
  metrics.gaugeByLabel('cases_oldest_seconds', 'Age of the oldest of them', 'kind', () =>
    byKind(({ oldestSeconds }) => oldestSeconds),
  );
}
