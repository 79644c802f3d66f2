import { Clock, type Tx } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { MailOutbox } from '@app/mail';
import { EventPublisher, type WebhookEvent } from '@app/webhooks';
import { Injectable } from '@nestjs/common';
import { exitEntry, refundEntry } from './payout-entry';
import { afterReport, afterReturn, type HistoryEntry, type Payout, type PayoutEvent } from '../domain/payout';
import { payoutEvent } from './payout-events';
import { payoutMails } from './payout-mail';
import { PayoutsRepository } from './ports';

/** What a rail reports about a payout. */
export interface PayoutReport {
  readonly event: PayoutEvent;
  readonly reason: string | null;
  readonly providerReference: string | null;
}

/** One step of a payout, and what is written for it. */
interface Step {
  from: Payout;
  to: Payout;
  event: PayoutReport['event'];
}

/**
 * Writes what rails report: the payout, its history, the ledger, events and mails, each in one statement however many
 * payouts there are. The ledger comes last, because it locks the wallets.
 */
@Injectable()
export class PayoutPostings {
  constructor(
    private readonly payouts: PayoutsRepository,
    private readonly ledger: LedgerService,
    private readonly events: EventPublisher,
    private readonly mail: MailOutbox,
    private readonly clock: Clock,
  ) {}

  /** Locks the payouts, for steps that `write` writes. */
  async begin(tx: Tx, ids: readonly string[]): Promise<PayoutSteps> {
    return new PayoutSteps(await this.payouts.lock(tx, ids), this.clock.now());
  }

  async write(tx: Tx, { taken }: PayoutSteps, requests: ReadonlyMap<string, string | null> = new Map()): Promise<void> {
    if (taken.length === 0) return;
    await this.payouts.save(
      tx,
      taken.map(({ from, to, event }) => ({ from, to, history: historyOf(to, event) })),
    );
    await this.events.publish(
      tx,
      taken.flatMap((step) => eventOf(step, requests.get(step.to.id))),
    );
    await this.mail.enqueue(
      tx,
      taken.flatMap(({ to, event }) => payoutMails(to, event)),
    );
    const of = (event: Step['event']) => taken.filter((step) => step.event === event).map(({ to }) => to);
    await this.ledger.resolveHolds(tx, {
      captures: of('complete').map((payout) => ({ holdId: payout.holdId, entry: exitEntry(payout, payout.updatedAt) })),
      releases: of('fail').map(({ holdId }) => holdId),
      posts: of('return').map((payout) => refundEntry(payout, payout.updatedAt)),
    });
  }
}

/** Payouts of one transaction, with the steps that reports make them take. */
export class PayoutSteps {
  readonly taken: Step[] = [];
  private readonly current: Map<string, Payout>;

  constructor(
    locked: readonly Payout[],
    private readonly now: Date,
  ) {
    this.current = new Map(locked.map((payout) => [payout.id, payout]));
  }

  get(id: string): Payout | undefined {
    return this.current.get(id);
  }

  /** Whether the payout accepted the report. */
  take(id: string, report: PayoutReport): boolean {
    const from = this.current.get(id);
    if (!from) return false;
    const { event, reason, providerReference } = report;
    const to =
      event === 'return'
        ? afterReturn(from, reason, this.now)
        : afterReport(from, { event, reason, providerReference }, this.now);
    if (!to) return false;
    this.current.set(id, to);
    this.taken.push({ from, to, event });
    return true;
  }
}

function historyOf({ status, updatedAt, failureReason }: Payout, event: Step['event']): HistoryEntry {
  const returned = event === 'return';
  const reason = returned || event === 'fail' ? failureReason : null;
  return { status: returned ? 'returned' : status, at: updatedAt, reason };
}

/** Of the request that brought the report, or else of the one that ordered the payout. */
function eventOf({ to, event }: Step, reportedBy: string | null | undefined): WebhookEvent[] {
  if (event === 'process') return [];
  const requestId = reportedBy ?? to.requestId;
  return [{ ...payoutEvent(event === 'complete' ? 'payout.completed' : 'payout.failed', to), requestId }];
}
