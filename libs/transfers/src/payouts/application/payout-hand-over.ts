import { Batcher, isolateFailures, Slots, UnitOfWork, type Failure, type Money } from '@app/kernel';
import { Log, Metrics } from '@app/platform';
import { askProvider } from '@app/rails';
import { Injectable } from '@nestjs/common';
import { PayoutClaims, type Claim } from './payout-claims';
import { PayoutPostings, type PayoutReport } from './payout-postings';
import { PayoutRails } from './payout-rails';
import type { NextLook, RailKnowledge } from './ports';

/** Payouts that are handed over at the same time. */
const SLOTS = 32;
const RETRY_MS = { shortest: 5_000, longest: 600_000 } as const;
/** How long the rail may stay silent about a payout that it has accepted before it is asked. */
const SILENCE_MS = { shortest: 60_000, longest: 3_600_000 } as const;

/** What a rail that has the payout, or has declined it, says about it. */
type Known = Exclude<RailKnowledge, { state: 'unknown' }>;

/** What the rail said about a payout, and when to ask again. */
interface Said extends NextLook {
  report: PayoutReport;
}

/**
 * Hands payouts to the rail. From the second attempt on, the rail is asked by our id before anything is submitted again:
 * an earlier call may have arrived although it failed here. A rail that cannot say keeps the hold.
 */
@Injectable()
export class PayoutHandOver {
  private readonly slots = new Slots<Claim>(SLOTS, ({ payout }) => payout.id);
  /** What rails say at the same time is written in one transaction; what cannot be written fails alone. */
  private readonly recording = new Batcher<Said, Failure | undefined>(0, SLOTS, (said) =>
    isolateFailures(said, (some) => this.write(some)),
  );
  private readonly attempts: ReturnType<typeof Metrics.prototype.counter<'outcome'>>;

  constructor(
    private readonly claims: PayoutClaims,
    private readonly rails: PayoutRails,
    private readonly postings: PayoutPostings,
    private readonly uow: UnitOfWork,
    private readonly log: Log,
    metrics: Metrics,
  ) {
    this.attempts = metrics.counter('payout_hand_overs_total', 'Calls of the payout rail by outcome', 'outcome', [
      'undecided',
    ]);
  }

  /** Claims due payouts for the free slots and starts them; true when more may be due. */
  turn(onFree: () => void): Promise<boolean> {
    return this.slots.fill(
      (free) => this.claims.claim(free),
      (claimed) => this.handOver(claimed),
      onFree,
    );
  }

  /** Waits for running calls; the lease of a call that is cut off runs out. */
  async drain(deadlineMs: number): Promise<void> {
    await this.slots.drain(deadlineMs);
  }

  private async handOver(claimed: Claim): Promise<void> {
    const { id } = claimed.payout;
    try {
      const knowledge = await this.consult(claimed);
      await this.record(claimed, knowledge);
      this.attempts.inc({ outcome: knowledge.state });
    } catch (error) {
      this.attempts.inc({ outcome: 'undecided' });
      this.log.warn({ payout_id: id, attempt: claimed.attempt, err: error }, 'payout rail did not decide');
      await this.postpone(claimed, error);
    }
  }

  /** What the rail knows after this attempt. Throws while that is open. */
  private async consult(claimed: Claim): Promise<Known> {
    const { payout, destination, attempt } = claimed;
    const rail = this.rails.of(payout);
    if (attempt > 1) {
      const known = await askProvider((signal) => rail.find(payout.id, signal));
      if (known.state !== 'unknown') return known;
    }
    // A process that was suspended here has lost the lease.
    this.claims.assertFresh(claimed);
    const { id: payoutId, figures, instant, comment } = payout;
    const order = { payoutId, amount: figures.destinationAmount, destination: destination(), instant, comment };
    const submitted = await askProvider((signal) => rail.submit(order, signal));
    return submitted.outcome === 'accepted'
      ? { state: 'processing', reference: submitted.reference }
      : { state: 'failed', reference: null, reason: submitted.reason };
  }

  /** Throws, and so keeps the hold, when the rail has paid another amount: staff must settle that with it. */
  private async record({ payout, attempt, lease }: Claim, known: Known): Promise<void> {
    const { destinationAmount } = payout.figures;
    if (known.state === 'completed' && !known.amount.equals(destinationAmount)) {
      throw new Error(`the rail paid ${textOf(known.amount)} instead of ${textOf(destinationAmount)}`);
    }
    const reason = known.state === 'failed' ? known.reason : null;
    const report: PayoutReport = { event: EVENT_OF[known.state], reason, providerReference: known.reference };
    const inMs = backoff(SILENCE_MS, attempt);
    const failure = await this.recording.add({ id: payout.id, lease, report, inMs, error: null });
    if (failure) throw failure.error;
  }

  private write(said: readonly Said[]): Promise<void> {
    return this.uow.run(async (tx) => {
      const steps = await this.postings.begin(
        tx,
        said.map(({ id }) => id),
      );
      for (const { id, report } of said) steps.take(id, report);
      await this.postings.write(tx, steps);
      await this.claims.postpone(tx, said);
    });
  }

  private async postpone({ payout: { id }, attempt, lease }: Claim, error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    const look = { id, lease, inMs: backoff(RETRY_MS, attempt), error: reason.slice(0, 500) };
    await this.uow
      .once((tx) => this.claims.postpone(tx, [look]))
      .catch((failure: unknown) =>
        this.log.error({ payout_id: id, err: failure }, 'payout keeps its lease until it runs out'),
      );
  }
}

const EVENT_OF = { processing: 'process', completed: 'complete', failed: 'fail' } as const;

function textOf(amount: Money): string {
  return `${amount.toFixed()} ${amount.currency}`;
}

function backoff({ shortest, longest }: { shortest: number; longest: number }, attempt: number): number {
  return Math.min(shortest * 2 ** Math.min(attempt - 1, 20), longest);
}
