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
  type OrderState,
  type Postponement,
} from '@app/rails';
import { Injectable } from '@nestjs/common';
import type { Payout } from '../domain/payout';
import { PayoutPostings } from './payout-postings';
import { PayoutRails } from './payout-rails';
import { PayoutQueue, type ClaimedPayout } from './ports';

/** A payout with what its rail needs. */
type PayoutOrder = Pick<ClaimedPayout, 'payout' | 'destination'> & Pick<Payout, 'id' | 'requestId'>;

/** How payouts are handed over. */
@Injectable()
export class PayoutWork extends HandedOverWork<PayoutOrder> {
  constructor(
    private readonly queue: PayoutQueue,
    private readonly rails: PayoutRails,
    protected readonly postings: PayoutPostings,
  ) {
    super();
  }

  async claimDue(tx: Tx, limit: number, leaseMs: number): Promise<ClaimedOrder<PayoutOrder>[]> {
    const claimed = await this.queue.claimDue(tx, limit, leaseMs, this.rails.routed());
    return claimed.map(({ payout, destination, ...claim }) => ({
      order: { id: payout.id, requestId: payout.requestId, payout, destination },
      ...claim,
    }));
  }

  find({ payout }: PayoutOrder, signal: AbortSignal): Promise<KnownOrderState | undefined> {
    return this.rails.find(payout, signal);
  }

  async submit({ payout, destination }: PayoutOrder, submission: number, signal: AbortSignal): Promise<OrderState> {
    const { id: payoutId, figures, instant, comment, notices } = payout;
    const email = notices.beneficiary ?? notices.merchant;
    const amount = figures.destinationAmount;
    const order = { payoutId, amount, destination: destination(), instant, comment, email, submission };
    const submitted = await this.rails.of(payout).submit(order, signal);
    switch (submitted.outcome) {
      case 'accepted':
        return { state: 'processing', reference: submitted.reference };
      case 'declined':
        return { state: 'failed', reference: null, reason: submitted.reason, isOurs: submitted.isOurs ?? false };
      case 'refused':
        return submitted.refusal;
    }
  }

  leaveToStaff(tx: Tx, left: LeftOrder): Promise<boolean> {
    return this.queue.leaveToStaff(tx, left);
  }

  caseOf({ payout: { id, accountId, provider, providerReference, figures } }: PayoutOrder): OrderCase {
    const { destinationAmount } = figures;
    return {
      subject: { type: 'payout', id },
      accountId,
      linkId: null,
      paymentId: null,
      provider: provider ?? '',
      providerReference,
      amount: destinationAmount.toFixed(),
      currency: destinationAmount.currency,
    };
  }

  forgetsKeys({ payout }: PayoutOrder): boolean {
    return this.rails.of(payout).forgetsKeys;
  }

  holdLeases(tx: Tx, claims: readonly LeasedClaim[]): Promise<ReadonlySet<string>> {
    return this.queue.holdLeases(tx, claims);
  }

  amountOf({ payout }: PayoutOrder): Money {
    return payout.figures.destinationAmount;
  }

  postpone(tx: Tx, postponements: readonly Postponement[]): Promise<void> {
    return this.queue.postpone(tx, postponements);
  }
}

/** Hands payouts to their rails. */
@Injectable()
export class PayoutHandOver extends HandOver<PayoutOrder> {
  constructor(work: PayoutWork, uow: UnitOfWork, clock: Clock, log: Log, metrics: Metrics, cases: Cases) {
    const attempts = metrics.counter('payout_hand_overs_total', 'Calls of the payout rail by outcome', 'outcome', [
      'undecided',
    ]);
    super('payout', work, uow, clock, log, attempts, cases);
  }
}
