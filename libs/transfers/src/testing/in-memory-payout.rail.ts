import { emptyAccount } from '@app/rails';
import { once } from 'node:events';
import {
  PayoutRail,
  type RailKnowledge,
  type RailPayoutOrder,
  type RailSubmission,
} from '../payouts/application/ports';

/**
 * How a call of the rail goes wrong. `down`: it throws and keeps nothing. `slow`: it never responds, and rejects when the
 * caller gives up. `accepts_but_throws`: it keeps the payout, and the response is lost. `accepts_but_slow`: it keeps the
 * payout and never responds. `declines`: it declines the payout for good.
 * `empty_account`: it refuses the submission, and may take a later one.
 */
export type RailTrouble = 'down' | 'slow' | 'accepts_but_throws' | 'accepts_but_slow' | 'declines' | 'empty_account';

/** How a call of `find` goes wrong. `unknown`: the rail has lost the payout, whatever it accepted. */
export type FindTrouble = Extract<RailTrouble, 'down' | 'slow'> | 'unknown';

interface KeptPayout {
  readonly order: RailPayoutOrder;
  readonly reference: string;
  knowledge: Exclude<RailKnowledge, { state: 'unknown' }>;
  submissions: number;
  paidCount: number;
}

/** A rail whose next responses a test can script. Without a script it accepts, knows what it accepted, and pays nothing. */
export class InMemoryPayoutRail extends PayoutRail {
  readonly calls: { readonly method: 'submit' | 'find'; readonly payoutId: string; readonly submission?: number }[] =
    [];
  override forgetsKeys = false;
  /** Whether merchants read its reasons. */
  isSimulated = true;
  private readonly payouts = new Map<string, KeptPayout>();
  private readonly submitTroubles: (RailTrouble | null)[] = [];
  private readonly findTroubles: (FindTrouble | null)[] = [];

  constructor(
    readonly provider = 'memory_payouts',
    private readonly declineReason = 'The account is closed.',
  ) {
    super();
  }

  /** Scripts the next submissions, one each; null is a call without trouble. */
  onSubmit(...troubles: (RailTrouble | null)[]): this {
    this.submitTroubles.push(...troubles);
    return this;
  }

  /** Scripts the next calls of `find`, one each; null is a call without trouble. */
  onFind(...troubles: (FindTrouble | null)[]): this {
    this.findTroubles.push(...troubles);
    return this;
  }

  async submit(order: RailPayoutOrder, signal: AbortSignal): Promise<RailSubmission> {
    signal.throwIfAborted();
    this.calls.push({ method: 'submit', payoutId: order.payoutId, submission: order.submission });
    const trouble = this.submitTroubles.shift() ?? null;
    if (trouble === 'down') throw new Error('the rail is down');
    if (trouble === 'slow') return silence(signal);
    if (trouble === 'declines') return { outcome: 'declined', reason: this.declineReason };
    if (trouble === 'empty_account') return { outcome: 'refused', refusal: emptyAccount('the account is empty') };
    const { reference } = this.keep(order);
    if (trouble === 'accepts_but_throws') throw new Error('the response of the rail was lost');
    if (trouble === 'accepts_but_slow') return silence(signal);
    return { outcome: 'accepted', reference };
  }

  async find(payoutId: string, signal: AbortSignal): Promise<RailKnowledge> {
    signal.throwIfAborted();
    this.calls.push({ method: 'find', payoutId });
    const trouble = this.findTroubles.shift() ?? null;
    if (trouble === 'down') throw new Error('the rail is down');
    if (trouble === 'slow') return silence(signal);
    if (trouble === 'unknown') return { state: 'unknown' };
    return this.payouts.get(payoutId)?.knowledge ?? { state: 'unknown' };
  }

  /**
   * The rail pays, by default what was ordered. Does nothing unless the payout is still being processed, as a payout is
   * paid once.
   */
  complete(payoutId: string, amount = this.kept(payoutId).order.amount): void {
    const payout = this.kept(payoutId);
    if (payout.knowledge.state !== 'processing') return;
    payout.knowledge = { state: 'completed', reference: payout.reference, amount };
    payout.paidCount += 1;
  }

  /** The rail gives up a payout that it accepted. */
  fail(payoutId: string, reason = this.declineReason): void {
    const payout = this.kept(payoutId);
    if (payout.knowledge.state !== 'processing') return;
    payout.knowledge = { state: 'failed', reference: payout.reference, reason };
  }

  /** What the rail got for the payout; undefined when it has never accepted it. */
  orderOf(payoutId: string): RailPayoutOrder | undefined {
    return this.payouts.get(payoutId)?.order;
  }

  /** How often the rail accepted the payout and how often it paid it. */
  countsOf(payoutId: string): { submissions: number; paid: number } {
    const payout = this.payouts.get(payoutId);
    return { submissions: payout?.submissions ?? 0, paid: payout?.paidCount ?? 0 };
  }

  private keep(order: RailPayoutOrder): KeptPayout {
    const known = this.payouts.get(order.payoutId);
    if (known) {
      known.submissions += 1;
      return known;
    }
    const reference = `mem_${order.payoutId}`;
    const knowledge = { state: 'processing', reference } as const;
    const payout: KeptPayout = { order, reference, knowledge, submissions: 1, paidCount: 0 };
    this.payouts.set(order.payoutId, payout);
    return payout;
  }

  private kept(payoutId: string): KeptPayout {
    const payout = this.payouts.get(payoutId);
    if (!payout) throw new Error(`the rail has never accepted the payout ${payoutId}`);
    return payout;
  }
}

/** Never resolves; rejects when the caller gives up. */
async function silence(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}
