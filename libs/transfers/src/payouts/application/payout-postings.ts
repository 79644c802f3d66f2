import { Clock, newId, type Money, type Tx } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { MailOutbox } from '@app/mail';
import { Cases, CASES_OF_ORDERS, Providers, type FactKey } from '@app/rails';
import { EventPublisher, type WebhookEvent } from '@app/webhooks';
import { Injectable } from '@nestjs/common';
import {
  afterCorrection,
  afterReport,
  afterReturn,
  shareOfReturn,
  type HistoryEntry,
  type Payout,
  type PayoutEvent,
  type RailReport,
  type Reasons,
} from '../domain/payout';
import { exitEntry, returnEntry } from './payout-entry';
import { payoutEvent } from './payout-events';
import { payoutMails } from './payout-mail';
import { PAYOUT_TEXTS } from './payout-texts';
import { PayoutsRepository, type PayoutReturn } from './ports';

/** What came back of a completed payout: an amount of the destination's currency, and what reported it. */
export interface ReturnReport {
  readonly amount: Money;
  readonly reason: string | null;
  /** Null for what staff book. */
  readonly fact: FactKey | null;
}

/** One step of a payout, and what is written for it. */
interface Step {
  readonly from: Payout;
  readonly to: Payout;
  readonly event: PayoutEvent;
  /** What came back with it. */
  readonly part?: PayoutReturn;
}

/**
 * Writes what rails report and what staff correct: the payout, its history, the ledger, events and mails, each in one
 * statement however many payouts there are. The ledger comes last, because it locks the wallets.
 */
@Injectable()
export class PayoutPostings {
  constructor(
    private readonly payouts: PayoutsRepository,
    private readonly ledger: LedgerService,
    private readonly events: EventPublisher,
    private readonly mail: MailOutbox,
    private readonly clock: Clock,
    private readonly cases: Cases,
    private readonly providers: Providers,
  ) {}

  /** Locks the payouts, for steps that `write` writes. */
  async begin(tx: Tx, ids: readonly string[]): Promise<PayoutSteps> {
    const isSimulated = (name: string) => this.providers.find(name)?.isSimulated ?? false;
    return new PayoutSteps(await this.payouts.lock(tx, ids), isSimulated, this.clock.now());
  }

  async write(tx: Tx, { taken }: PayoutSteps, requests: ReadonlyMap<string, string | null> = new Map()): Promise<void> {
    if (taken.length === 0) return;
    await this.payouts.save(
      tx,
      taken.map((step) => ({ from: step.from, to: step.to, history: historyOf(step) })),
    );
    const parts = taken.flatMap(({ part }) => part ?? []);
    await this.payouts.addReturns(tx, parts);
    await this.closeCases(tx, taken);
    await this.events.publish(
      tx,
      taken.flatMap((step) => eventOf(step, requests.get(step.to.id))),
    );
    await this.mail.enqueue(
      tx,
      taken.flatMap(({ to, event, part }) => payoutMails(to, event === 'correct' ? 'complete' : event, part)),
    );
    await this.post(tx, taken);
  }

  private async post(tx: Tx, taken: readonly Step[]): Promise<void> {
    const of = (event: PayoutEvent) => taken.filter((step) => step.event === event).map(({ to }) => to);
    await this.ledger.resolveHolds(tx, {
      captures: of('complete').map((payout) => ({ holdId: payout.holdId, entry: exitEntry(payout, payout.updatedAt) })),
      releases: of('fail').map(({ holdId }) => holdId),
      posts: [
        ...of('correct').map((payout) => exitEntry(payout, payout.updatedAt)),
        ...taken.flatMap(({ to, part }) => (part ? [returnEntry(to, part)] : [])),
      ],
    });
  }

  /** The provider takes the order, or the order is over. Rule 11.17. */
  private async closeCases(tx: Tx, taken: readonly Step[]): Promise<void> {
    for (const { to } of taken) {
      if (to.caseOpenedAt === null) continue;
      await this.cases.closeAbout(tx, { type: 'payout', id: to.id }, CASES_OF_ORDERS, `The payout is ${to.status}.`);
    }
  }
}

/** Payouts of one transaction, with the steps that reports make them take. */
export class PayoutSteps {
  readonly taken: Step[] = [];
  private readonly current: Map<string, Payout>;

  constructor(
    locked: readonly Payout[],
    private readonly isSimulated: (provider: string) => boolean,
    private readonly now: Date,
  ) {
    this.current = new Map(locked.map((payout) => [payout.id, payout]));
  }

  get(id: string): Payout | undefined {
    return this.current.get(id);
  }

  /** Whether the payout accepted the report. */
  take(id: string, report: RailReport): boolean {
    return this.step(id, report.event, (from) =>
      afterReport(from, report, this.reasonsOf(from, 'fail', report), this.now),
    );
  }

  /** Whether the payout is completed and has so much left that can come back. */
  takeReturn(id: string, { amount, reason, fact }: ReturnReport): boolean {
    const from = this.current.get(id);
    if (!from) return false;
    const share = shareOfReturn(from, amount);
    const part = { ...share, id: newId(), payoutId: id, fact, reason, returnedAt: this.now };
    const reasons = this.reasonsOf(from, 'return', { reason });
    return this.step(id, 'return', () => afterReturn(from, share, reasons, this.now), part);
  }

  /** Whether the payout is failed, so that staff can book that it was paid. */
  correct(id: string): boolean {
    return this.step(id, 'correct', (from) => afterCorrection(from, this.now));
  }

  /** What a simulated provider says is what a tester wants to read; what others say is for staff. */
  private reasonsOf(
    { provider, notices }: Payout,
    event: 'fail' | 'return',
    { reason, isOurs = false }: Pick<RailReport, 'reason' | 'isOurs'>,
  ): Reasons {
    const isShown = isOurs || (reason !== null && provider !== null && this.isSimulated(provider));
    if (isShown) return { failureReason: reason, providerReason: null };
    return { failureReason: PAYOUT_TEXTS[notices.language].reasons[event], providerReason: reason };
  }

  private step(
    id: string,
    event: PayoutEvent,
    after: (from: Payout) => Payout | undefined,
    part?: PayoutReturn,
  ): boolean {
    const from = this.current.get(id);
    const to = from && after(from);
    if (!from || !to) return false;
    this.current.set(id, to);
    this.taken.push({ from, to, event, ...(part && { part }) });
    return true;
  }
}

function historyOf({ to: { status, updatedAt, failureReason }, event }: Step): HistoryEntry {
  const returned = event === 'return';
  const reason = returned || event === 'fail' ? failureReason : null;
  return { status: returned ? 'returned' : status, at: updatedAt, reason };
}

/** Of the request that brought the report, or else of the one that ordered the payout. */
function eventOf({ to, event }: Step, reportedBy: string | null | undefined): WebhookEvent[] {
  if (event === 'process') return [];
  const requestId = reportedBy ?? to.requestId;
  const isCompletion = event === 'complete' || event === 'correct';
  return [{ ...payoutEvent(isCompletion ? 'payout.completed' : 'payout.failed', to), requestId }];
}
