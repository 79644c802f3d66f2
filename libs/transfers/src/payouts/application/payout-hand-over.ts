import { Clock, UnitOfWork, type Money, type Tx } from '@app/kernel';
import { Log, Metrics } from '@app/platform';
import { HandedOverWork, HandOver, type ClaimedOrder, type Postponement } from '@app/rails';
import { Injectable } from '@nestjs/common';
import { PayoutPostings } from './payout-postings';
import { PayoutRails } from './payout-rails';
import { PayoutQueue, type ClaimedPayout, type RailKnowledge } from './ports';

/** What a rail that has the payout, or has declined it, says about it. */
type Known = Exclude<RailKnowledge, { state: 'unknown' }>;

/** A payout with what its rail needs. */
type PayoutOrder = Pick<ClaimedPayout, 'payout' | 'destination'> & { readonly id: string };

const EVENT_OF = { processing: 'process', completed: 'complete', failed: 'fail' } as const;

/** How payouts are handed over. */
@Injectable()
export class PayoutWork extends HandedOverWork<PayoutOrder, Known> {
  constructor(
    private readonly queue: PayoutQueue,
    private readonly rails: PayoutRails,
    private readonly postings: PayoutPostings,
  ) {
    super();
  }

  async claimDue(tx: Tx, limit: number, leaseMs: number): Promise<ClaimedOrder<PayoutOrder>[]> {
    const claimed = await this.queue.claimDue(tx, limit, leaseMs, this.rails.routed());
    return claimed.map(({ payout, destination, attempt, lease }) => ({
      order: { id: payout.id, payout, destination },
      attempt,
      lease,
    }));
  }

  async find({ payout }: PayoutOrder, signal: AbortSignal): Promise<Known | undefined> {
    const known = await this.rails.of(payout).find(payout.id, signal);
    return known.state === 'unknown' ? undefined : known;
  }

  async submit({ payout, destination }: PayoutOrder, signal: AbortSignal): Promise<Known> {
    const { id: payoutId, figures, instant, comment } = payout;
    const order = { payoutId, amount: figures.destinationAmount, destination: destination(), instant, comment };
    const submitted = await this.rails.of(payout).submit(order, signal);
    return submitted.outcome === 'accepted'
      ? { state: 'processing', reference: submitted.reference }
      : { state: 'failed', reference: null, reason: submitted.reason };
  }

  /** Throws, and so keeps the hold, when the rail has paid another amount: staff must settle that with it. */
  check({ payout }: PayoutOrder, known: Known): void {
    const { destinationAmount } = payout.figures;
    if (known.state === 'completed' && !known.amount.equals(destinationAmount)) {
      throw new Error(`the rail paid ${textOf(known.amount)} instead of ${textOf(destinationAmount)}`);
    }
  }

  async record(tx: Tx, said: readonly { order: PayoutOrder; known: Known }[]): Promise<void> {
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

/** Hands payouts to their rails. */
@Injectable()
export class PayoutHandOver extends HandOver<PayoutOrder, Known> {
  constructor(work: PayoutWork, uow: UnitOfWork, clock: Clock, log: Log, metrics: Metrics) {
    const attempts = metrics.counter('payout_hand_overs_total', 'Calls of the payout rail by outcome', 'outcome', [
      'undecided',
    ]);
    super('payout', work, uow, clock, log, attempts);
  }
}

function textOf(amount: Money): string {
  return `${amount.toFixed()} ${amount.currency}`;
}
