import { Clock, UnitOfWork, type Money, type Tx } from '@app/kernel';
import { Log, Metrics } from '@app/platform';
import {
  Cases,
  HandedOverWork,
  HandOver,
  type ClaimedOrder,
  type KnownOrderState,
  type OrderCase,
  type LeasedClaim,
  type LeftOrder,
  type Postponement,
} from '@app/rails';
import { Injectable } from '@nestjs/common';
import type { Refund } from '../domain/refund';
import { RefundPostings } from './refund-postings';
import { RefundRails } from './refund-rails';
import { RefundQueue, type RailRefund, type RailRefundOrder } from './ports';

/** How refunds are handed over. */
@Injectable()
export class RefundWork extends HandedOverWork<Refund> {
  constructor(
    private readonly queue: RefundQueue,
    private readonly rails: RefundRails,
    protected readonly postings: RefundPostings,
  ) {
    super();
  }

  claimDue(tx: Tx, limit: number, leaseMs: number): Promise<ClaimedOrder<Refund>[]> {
    return this.queue.claimDue(tx, limit, leaseMs);
  }

  find(refund: Refund, signal: AbortSignal): Promise<KnownOrderState | undefined> {
    return this.rails.of(refund.provider).find(orderOf(refund), signal);
  }

  submit(refund: Refund, submission: number, signal: AbortSignal): Promise<RailRefund> {
    return this.rails.of(refund.provider).submit({ ...orderOf(refund), submission }, signal);
  }

  leaveToStaff(tx: Tx, left: LeftOrder): Promise<boolean> {
    return this.queue.leaveToStaff(tx, left);
  }

  caseOf({ id, accountId, linkId, paymentId, provider, providerReference, amount }: Refund): OrderCase {
    return {
      subject: { type: 'refund', id },
      accountId,
      linkId,
      paymentId,
      provider,
      providerReference,
      amount: amount.toFixed(),
      currency: amount.currency,
    };
  }

  forgetsKeys({ provider }: Refund): boolean {
    return this.rails.of(provider).forgetsKeys;
  }

  holdLeases(tx: Tx, claims: readonly LeasedClaim[]): Promise<ReadonlySet<string>> {
    return this.queue.holdLeases(tx, claims);
  }

  amountOf({ amount }: Refund): Money {
    return amount;
  }

  postpone(tx: Tx, postponements: readonly Postponement[]): Promise<void> {
    return this.queue.postpone(tx, postponements);
  }
}

/** Hands refunds to the providers of their payments. */
@Injectable()
export class RefundHandOver extends HandOver<Refund> {
  constructor(work: RefundWork, uow: UnitOfWork, clock: Clock, log: Log, metrics: Metrics, cases: Cases) {
    const attempts = metrics.counter('refund_hand_overs_total', 'Calls of the refund rail by outcome', 'outcome', [
      'undecided',
    ]);
    super('refund', work, uow, clock, log, attempts, cases);
  }
}

/** The refund as its provider is asked about it. */
export function orderOf(refund: Refund): Omit<RailRefundOrder, 'submission'> {
  const { id: refundId, provider, orderId, orderReference, amount, reason } = refund;
  return { refundId, provider, orderId, orderReference, amount, reason };
}
