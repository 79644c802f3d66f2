import { Merchants } from '@app/accounts';
import { Clock, type Tx } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { Cases, CASES_OF_ORDERS, Providers } from '@app/rails';
import { EventPublisher } from '@app/webhooks';
import { Injectable } from '@nestjs/common';
import { returnEvent } from '../../links/application/link-events';
import { fitsBeside, leftOf, takePart, type Share } from '../../settlement/domain/payment-share';
import { returnedPart, type ReceivedPayment } from '../../settlement/domain/received-payment';
import {
  afterConfirmation,
  afterCorrection,
  afterDoubt,
  afterRefundReport,
  afterReversal,
  completedShares,
  openShares,
  type Reasons,
  type Refund,
  type RefundEvent,
  type RefundReport,
} from '../domain/refund';
import { afterRefund, afterReversedRefund } from '../domain/refundability';
import { refundEntry, reversalEntry } from './refund-entry';
import {
  CreditedPayments,
  PaymentParts,
  type LockedPayment,
  type PartsOfPayment,
} from '../../settlement/application/ports';
import { RefundsRepository } from './ports';
import { ReversalNotices } from './reversal-notices';
import { REVERSAL_TEXTS } from './reversal-texts';

/** The mails to merchants and payers. A correction is the completion that the failure had hidden. */
const OCCASIONS = {
  process: null,
  confirm: null,
  complete: 'refund_completed',
  fail: 'refund_failed',
  doubt: 'refund_doubted',
  correct: 'refund_completed',
  reverse: 'refund_reversed',
} as const;

/** One step of a refund. */
interface Step {
  readonly from: Refund;
  readonly to: Refund;
  readonly event: RefundEvent;
}

/**
 * Writes what providers report: refunds, their payments, events and the ledger, each in one statement however many
 * refunds there are. The ledger comes last, because it locks the wallets.
 */
@Injectable()
export class RefundPostings {
  constructor(
    private readonly payments: CreditedPayments,
    private readonly refunds: RefundsRepository,
    private readonly parts: PaymentParts,
    private readonly ledger: LedgerService,
    private readonly events: EventPublisher,
    private readonly notices: ReversalNotices,
    private readonly clock: Clock,
    private readonly cases: Cases,
    private readonly merchants: Merchants,
    private readonly providers: Providers,
  ) {}

  /** Locks the payments of the refunds, for steps that `write` writes. */
  async begin(tx: Tx, ids: readonly string[]): Promise<RefundSteps> {
    const owners = await this.refunds.ownersIn(tx, ids);
    const paymentIds = [...new Set([...owners.values()].map(({ paymentId }) => paymentId))];
    const locked = await this.payments.lock(tx, paymentIds);
    const parts = await this.parts.of(tx, paymentIds);
    const refunds = await this.refunds.listOfPayments(tx, paymentIds);
    const accountIds = [...new Set(locked.map(({ payment }) => payment.accountId))];
    const merchants = await this.merchants.findInTransaction(tx, accountIds);
    const isSimulated = (name: string) => this.providers.find(name)?.isSimulated ?? false;
    const reasonsOf = (refund: Refund, event: 'fail' | 'doubt', given: GivenReason): Reasons => {
      const language = merchants.get(refund.accountId)?.language ?? 'en';
      return reasonsFor(REVERSAL_TEXTS[language].failures[event], isSimulated(refund.provider), given);
    };
    return new RefundSteps(locked, refunds, parts, reasonsOf, this.clock.now());
  }

  async write(tx: Tx, steps: RefundSteps, requests: ReadonlyMap<string, string | null> = new Map()): Promise<void> {
    const { taken } = steps;
    if (taken.length === 0) return;
    await this.refunds.save(tx, taken);
    await this.payments.save(tx, steps.changedPayments);
    await this.closeCases(tx, taken);
    await this.events.publish(
      tx,
      [...of(taken, 'complete'), ...of(taken, 'correct')].map((refund) => {
        const event = returnEvent(steps.paymentOf(refund), { type: 'refund', ...refund }, refund.updatedAt);
        // Of the request that brought the report, or else of the one that ordered the refund.
        return { ...event, requestId: requests.get(refund.id) ?? refund.requestId };
      }),
    );
    await this.notices.send(
      tx,
      taken.flatMap(({ to: part, event }) => {
        const occasion = OCCASIONS[event];
        return occasion === null ? [] : [{ occasion, part, ...steps.paymentOf(part) }];
      }),
    );
    await this.post(tx, taken);
  }

  private async post(tx: Tx, taken: readonly Step[]): Promise<void> {
    const completed = of(taken, 'complete');
    const unheld = [...completed.filter(({ holdId }) => holdId === null), ...of(taken, 'correct')];
    await this.ledger.resolveHolds(tx, {
      captures: completed.flatMap((refund) =>
        refund.holdId === null ? [] : [{ holdId: refund.holdId, entry: refundEntry(refund, refund.updatedAt) }],
      ),
      posts: [
        ...unheld.map((refund) => refundEntry(refund, refund.updatedAt)),
        ...of(taken, 'reverse').map((refund) => reversalEntry(refund, refund.updatedAt)),
      ],
      releases: of(taken, 'fail').flatMap(({ holdId }) => holdId ?? []),
    });
  }

  /** The provider takes the order, or the order is over. Rule 17.17. */
  private async closeCases(tx: Tx, taken: readonly Step[]): Promise<void> {
    for (const { to } of taken) {
      if (to.caseOpenedAt === null) continue;
      await this.cases.closeAbout(tx, { type: 'refund', id: to.id }, CASES_OF_ORDERS, `The refund is ${to.status}.`);
    }
  }
}

/** A reason, and whether it is ours. */
type GivenReason = Pick<RefundReport, 'reason' | 'isOurs'>;

/** What a simulated provider says is what a tester wants to read; what others say is for staff. */
function reasonsFor(words: string, isSimulated: boolean, { reason, isOurs = false }: GivenReason): Reasons {
  if (isOurs || (isSimulated && reason !== null)) return { failureReason: reason, providerReason: null };
  return { failureReason: words, providerReason: reason };
}

function of(taken: readonly Step[], event: RefundEvent): Refund[] {
  return taken.filter((step) => step.event === event).map(({ to }) => to);
}

/** Refunds of one transaction and their payments, with the steps that reports make them take. */
export class RefundSteps {
  readonly taken: Step[] = [];
  private readonly refunds: Map<string, Refund>;
  private readonly locked: Map<string, LockedPayment>;
  private readonly changed = new Set<string>();

  constructor(
    locked: readonly LockedPayment[],
    refunds: readonly Refund[],
    private readonly parts: ReadonlyMap<string, PartsOfPayment>,
    private readonly reasonsOf: (refund: Refund, event: 'fail' | 'doubt', given: GivenReason) => Reasons,
    private readonly now: Date,
  ) {
    this.locked = new Map(locked.map((each) => [each.payment.id, each]));
    this.refunds = new Map(refunds.map((refund) => [refund.id, refund]));
  }

  get(id: string): Refund | undefined {
    return this.refunds.get(id);
  }

  /** Whether the refund accepted the report. */
  take(id: string, report: RefundReport): boolean {
    const from = this.refunds.get(id);
    if (!from || (report.event === 'complete' && !this.fits(from))) return false;
    const reasons = this.reasonsOf(from, 'fail', report);
    return this.step(from, report.event, afterRefundReport(from, report, reasons, this.now));
  }

  /** Whether the refund was completed, and its provider says for the first time that it failed. Moves nothing. */
  doubt(id: string, reason: string | null): boolean {
    const from = this.refunds.get(id);
    if (!from) return false;
    return this.step(from, 'doubt', afterDoubt(from, this.reasonsOf(from, 'doubt', { reason }), this.now));
  }

  /** Whether the refund was in doubt, so that staff can say that it is none. Moves nothing. */
  confirm(id: string): boolean {
    const from = this.refunds.get(id);
    return from !== undefined && this.step(from, 'confirm', afterConfirmation(from, this.now));
  }

  /** Whether the completed refund can be reversed. */
  reverse(id: string): boolean {
    const from = this.refunds.get(id);
    return from !== undefined && this.step(from, 'reverse', afterReversal(from, this.now));
  }

  /** Whether staff can book that the failed refund was made: its payment must have so much left. */
  canCorrect(id: string): boolean {
    const refund = this.refunds.get(id);
    if (!refund || refund.amount.isGreaterThan(leftOf(this.paymentOf(refund).payment.terms, this.goneOf(refund))))
      return false;
    return afterCorrection(refund, refund.walletAmount, this.now) !== undefined;
  }

  /** Books that the failed refund was made, as far as `canCorrect` allows it. */
  correct(id: string): boolean {
    const from = this.refunds.get(id);
    if (!from || !this.canCorrect(id)) return false;
    const { payment } = this.paymentOf(from);
    // What is open yields to it where both do not fit, as to a refund made at the provider.
    const open = openShares(this.refundsOf(payment));
    const { part } = takePart(payment.terms, { gone: this.goneOf(from), open }, from.amount);
    return this.step(from, 'correct', afterCorrection(from, part.walletAmount, this.now));
  }

  private step(from: Refund, event: RefundEvent, to: Refund | undefined): boolean {
    if (!to) return false;
    this.refunds.set(to.id, to);
    this.taken.push({ from, to, event });
    if (event === 'complete' || event === 'correct') this.change(to, afterRefund);
    if (event === 'reverse') this.change(to, afterReversedRefund);
    return true;
  }

  /** What the provider took by itself came first: a refund beyond that cannot have been paid too. */
  private fits(refund: Refund): boolean {
    return fitsBeside(this.paymentOf(refund).payment.terms, this.goneOf(refund), refund);
  }

  /** What was taken of the refund's payment for good. */
  private goneOf(refund: Refund): Share[] {
    const { payment } = this.paymentOf(refund);
    const disputed = this.parts.get(payment.id)?.disputed ?? [];
    return [...completedShares(this.refundsOf(payment)), ...disputed, ...returnedPart(payment)];
  }

  private refundsOf({ id }: ReceivedPayment): Refund[] {
    return [...this.refunds.values()].filter(({ paymentId }) => paymentId === id);
  }

  /** The payment of the refund, as the steps have left it. */
  paymentOf({ paymentId }: Refund): LockedPayment {
    const locked = this.locked.get(paymentId);
    if (!locked) throw new Error(`the payment ${paymentId} is not locked`);
    return locked;
  }

  get changedPayments(): ReceivedPayment[] {
    return [...this.changed].flatMap((id) => this.locked.get(id)?.payment ?? []);
  }

  private change(refund: Refund, after: typeof afterRefund): void {
    const locked = this.paymentOf(refund);
    const payment = after(locked.payment, refund.amount);
    this.locked.set(payment.id, { ...locked, payment });
    this.changed.add(payment.id);
  }
}
