import { Clock, UnitOfWork, type Money, type Tx } from '@app/kernel';
import { Log, Metrics } from '@app/platform';
import { HandedOverWork, HandOver, type ClaimedOrder, type Postponement } from '@app/rails';
import { Injectable } from '@nestjs/common';
import type { Refund } from '../domain/refund';
import { RefundPostings } from './refund-postings';
import { RefundRails } from './refund-rails';
import { RefundQueue, type RailRefund, type RailRefundOrder } from './ports';

const EVENT_OF = { processing: 'process', completed: 'complete', failed: 'fail' } as const;

/** How refunds are handed over. */
@Injectable()
export class RefundWork extends HandedOverWork<Refund, RailRefund> {
  constructor(
    private readonly queue: RefundQueue,
    private readonly rails: RefundRails,
    private readonly postings: RefundPostings,
  ) {
    super();
  }

  claimDue(tx: Tx, limit: number, leaseMs: number): Promise<ClaimedOrder<Refund>[]> {
    return this.queue.claimDue(tx, limit, leaseMs);
  }

  find(refund: Refund, signal: AbortSignal): Promise<RailRefund | undefined> {
    return this.rails.of(refund.provider).find(orderOf(refund), signal);
  }

  submit(refund: Refund, signal: AbortSignal): Promise<RailRefund> {
    return this.rails.of(refund.provider).submit(orderOf(refund), signal);
  }

  /** Throws, and so keeps the hold, when the provider gave back another amount: staff must settle that with it. */
  check({ amount }: Refund, known: RailRefund): void {
    if (known.state === 'completed' && !known.amount.equals(amount)) {
      throw new Error(`the provider gave back ${textOf(known.amount)} instead of ${textOf(amount)}`);
    }
  }

  async record(tx: Tx, said: readonly { order: Refund; known: RailRefund }[]): Promise<void> {
    const steps = await this.postings.begin(
      tx,
      said.map(({ order }) => order.id),
    );
    for (const { order, known } of said) {
      const reason = known.state === 'failed' ? known.reason : null;
      steps.take(order.id, { event: EVENT_OF[known.state], reason, providerReference: known.reference });
    }
    await this.postings.write(tx, steps);
  }

  postpone(tx: Tx, postponements: readonly Postponement[]): Promise<void> {
    return this.queue.postpone(tx, postponements);
  }
}

/** Hands refunds to the providers of their payments. */
@Injectable()
export class RefundHandOver extends HandOver<Refund, RailRefund> {
  constructor(work: RefundWork, uow: UnitOfWork, clock: Clock, log: Log, metrics: Metrics) {
    const attempts = metrics.counter('refund_hand_overs_total', 'Calls of the refund rail by outcome', 'outcome', [
      'undecided',
    ]);
    super('refund', work, uow, clock, log, attempts);
  }
}

/** The refund as its provider gets it. */
export function orderOf({ id: refundId, provider, orderId, orderReference, amount, reason }: Refund): RailRefundOrder {
  return { refundId, provider, orderId, orderReference, amount, reason };
}

function textOf(amount: Money): string {
  return `${amount.toFixed()} ${amount.currency}`;
}
