import { emptyAccount, type KnownOrderState } from '@app/rails';
import { RefundRail, type RailRefund, type RailRefundOrder } from '../refunds/application/ports';

/** How the next submission goes wrong: `accepts_but_throws` makes the refund, and loses the response. */
export type RefundTrouble = 'down' | 'accepts_but_throws' | 'declines' | 'empty_account';

/** A provider whose responses a test scripts. Without a script it accepts refunds, and makes them when the test says so. */
export class InMemoryRefundRail extends RefundRail {
  readonly calls: { method: 'submit' | 'find'; refundId: string; submission?: number }[] = [];
  private readonly refunds = new Map<string, KnownOrderState>();
  override forgetsKeys = false;
  private trouble: RefundTrouble | undefined;

  constructor(readonly provider = 'memory') {
    super();
  }

  /** The next submission goes wrong in this way. */
  onSubmit(trouble: RefundTrouble): void {
    this.trouble = trouble;
  }

  /** The provider has none of the refund, whatever it accepted. */
  forget(refundId: string): void {
    this.refunds.delete(refundId);
  }

  /** The provider has given the money back. */
  complete({ refundId, amount }: Pick<RailRefundOrder, 'refundId' | 'amount'>): void {
    this.refunds.set(refundId, { state: 'completed', reference: referenceOf(refundId), amount });
  }

  async submit(order: RailRefundOrder, signal: AbortSignal): Promise<RailRefund> {
    signal.throwIfAborted();
    const { refundId, submission } = order;
    this.calls.push({ method: 'submit', refundId, submission });
    const trouble = this.trouble;
    this.trouble = undefined;
    if (trouble === 'down') throw new Error('the provider is down');
    if (trouble === 'empty_account') return emptyAccount('the account is empty');
    if (trouble === 'declines') {
      return this.keep(refundId, { state: 'failed', reference: referenceOf(refundId), reason: 'The card is closed.' });
    }
    const made = this.keep(refundId, { state: 'processing', reference: referenceOf(refundId) });
    if (trouble === 'accepts_but_throws') throw new Error('the response was lost');
    return made;
  }

  async find(
    { refundId }: Pick<RailRefundOrder, 'refundId'>,
    signal: AbortSignal,
  ): Promise<KnownOrderState | undefined> {
    signal.throwIfAborted();
    this.calls.push({ method: 'find', refundId });
    return this.refunds.get(refundId);
  }

  private keep(refundId: string, refund: KnownOrderState): KnownOrderState {
    const known = this.refunds.get(refundId);
    if (known) return known;
    this.refunds.set(refundId, refund);
    return refund;
  }
}

function referenceOf(refundId: string): string {
  return `ref_${refundId}`;
}
