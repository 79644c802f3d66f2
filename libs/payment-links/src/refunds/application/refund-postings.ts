import { Clock, type Tx } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { EventPublisher } from '@app/webhooks';
import { Injectable } from '@nestjs/common';
import { returnEvent } from '../../links/application/link-events';
import { fitsBeside } from '../../settlement/domain/payment-share';
import { returnedPart, type ReceivedPayment } from '../../settlement/domain/received-payment';
import { afterRefundReport, completedShares, type Refund, type RefundEvent, type RefundReport } from '../domain/refund';
import { afterRefund } from '../domain/refundability';
import { refundEntry } from './refund-entry';
import {
  CreditedPayments,
  PaymentParts,
  type LockedPayment,
  type PartsOfPayment,
} from '../../settlement/application/ports';
import { RefundsRepository } from './ports';
import { ReversalNotices } from './reversal-notices';

const OCCASIONS = { complete: 'refund_completed', fail: 'refund_failed' } as const;

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
  ) {}

  /** Locks the payments of the refunds, for steps that `write` writes. */
  async begin(tx: Tx, ids: readonly string[]): Promise<RefundSteps> {
    const owners = await this.refunds.ownersIn(tx, ids);
    const paymentIds = [...new Set([...owners.values()].map(({ paymentId }) => paymentId))];
    const locked = await this.payments.lock(tx, paymentIds);
    const parts = await this.parts.of(tx, paymentIds);
    return new RefundSteps(locked, await this.refunds.listOfPayments(tx, paymentIds), parts, this.clock.now());
  }

  async write(tx: Tx, steps: RefundSteps, requests: ReadonlyMap<string, string | null> = new Map()): Promise<void> {
    const { taken } = steps;
    if (taken.length === 0) return;
    await this.refunds.save(tx, taken);
    await this.payments.save(tx, steps.changedPayments);
    const of = (event: RefundEvent) => taken.filter((step) => step.event === event).map(({ to }) => to);
    const completed = of('complete');
    await this.events.publish(
      tx,
      completed.map((refund) => {
        const event = returnEvent(steps.paymentOf(refund), { type: 'refund', ...refund }, refund.updatedAt);
        // Of the request that brought the report, or else of the one that ordered the refund.
        return { ...event, requestId: requests.get(refund.id) ?? refund.requestId };
      }),
    );
    await this.notices.send(
      tx,
      taken.flatMap(({ to: part, event }) =>
        event === 'process' ? [] : [{ occasion: OCCASIONS[event], part, ...steps.paymentOf(part) }],
      ),
    );
    await this.ledger.resolveHolds(tx, {
      captures: completed.flatMap((refund) =>
        refund.holdId === null ? [] : [{ holdId: refund.holdId, entry: refundEntry(refund, refund.updatedAt) }],
      ),
      posts: completed.filter(({ holdId }) => holdId === null).map((refund) => refundEntry(refund, refund.updatedAt)),
      releases: of('fail').flatMap(({ holdId }) => holdId ?? []),
    });
  }
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
    const to = from && afterRefundReport(from, report, this.now);
    if (!from || !to) return false;
    // What the provider took by itself came first: this one cannot have been paid too.
    if (report.event === 'complete' && !this.fits(from)) return false;
    this.refunds.set(id, to);
    this.taken.push({ from, to, event: report.event });
    if (report.event === 'complete') this.refundPayment(to);
    return true;
  }

  private fits(refund: Refund): boolean {
    const { payment } = this.paymentOf(refund);
    const refunds = [...this.refunds.values()].filter(({ paymentId }) => paymentId === payment.id);
    const disputed = this.parts.get(payment.id)?.disputed ?? [];
    return fitsBeside(payment.terms, [...completedShares(refunds), ...disputed, ...returnedPart(payment)], refund);
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

  private refundPayment(refund: Refund): void {
    const locked = this.paymentOf(refund);
    const payment = afterRefund(locked.payment, refund.amount);
    this.locked.set(payment.id, { ...locked, payment });
    this.changed.add(payment.id);
  }
}
