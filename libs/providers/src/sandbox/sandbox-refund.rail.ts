import { RefundRail, type RailRefund, type RailRefundOrder } from '@app/payment-links';
import type { KnownOrderState } from '@app/rails';
import { SANDBOX_PROVIDER } from './sandbox-collection.rail';
import type { SandboxOutflowLedger } from './sandbox-outflow.ledger';

/**
 * Stands in for providers that refund. It keeps its own ledger and gives nothing back. With a delay, an accepted refund
 * completes automatically after it; without one it waits for a tester.
 */
export class SandboxRefundRail extends RefundRail {
  readonly provider = SANDBOX_PROVIDER;

  constructor(
    private readonly ledger: SandboxOutflowLedger,
    private readonly delayMs: number | null,
  ) {
    super();
  }

  async submit({ refundId: id, provider, amount }: RailRefundOrder, signal: AbortSignal): Promise<RailRefund> {
    signal.throwIfAborted();
    const reference = await this.ledger.submit({ id, kind: 'refund', provider, amount, holder: '' }, this.delayMs);
    return { state: 'processing', reference };
  }

  async find(
    { refundId }: Pick<RailRefundOrder, 'refundId'>,
    signal: AbortSignal,
  ): Promise<KnownOrderState | undefined> {
    signal.throwIfAborted();
    const refund = await this.ledger.find(refundId);
    if (!refund) return undefined;
    const { state, reference, reason, amount } = refund;
    if (state === 'failed') return { state, reference, reason };
    return state === 'processing' ? { state, reference } : { state: 'completed', reference, amount };
  }

  /** Accepts a refund before the service has submitted it, for a tester who is faster. */
  register({
    refundId: id,
    provider,
    amount,
  }: Pick<RailRefundOrder, 'refundId' | 'provider' | 'amount'>): Promise<void> {
    return this.ledger.register({ id, kind: 'refund', provider, amount, holder: '' }, this.delayMs);
  }
}
