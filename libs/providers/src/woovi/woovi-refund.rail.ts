import { RefundRail, type RailRefund, type RailRefundOrder } from '@app/payment-links';
import { Money } from '@app/kernel';
import type { Log } from '@app/platform';
import { emptyAccount, type KnownOrderState } from '@app/rails';
import { WooviRejectedError, type WooviClient } from './woovi-client';
import { refundState } from './woovi-facts';
import { isObject, objectIn, shownText, type Json } from '../json';
import { sentIdOf } from '../sent-ids';
import { centavosOf, moneyOf, WOOVI } from './woovi-wire';

const MAX_COMMENT = 140;

/** Gives payers all or part of a charge back. Our refund id is the correlation id of the refund. */
export class WooviRefundRail extends RefundRail {
  readonly provider = WOOVI;

  constructor(
    private readonly client: WooviClient,
    private readonly log: Log,
  ) {
    super();
  }

  async submit(order: RailRefundOrder, signal: AbortSignal): Promise<RailRefund> {
    const comment = order.reason === null ? {} : { comment: [...order.reason].slice(0, MAX_COMMENT).join('') };
    const body = { correlationID: sentIdOf(order.refundId), value: centavosOf(order.amount), ...comment };
    try {
      const made = objectIn(await this.client.post(pathOf(order), body, signal), 'refund');
      return this.stateOf(order, made);
    } catch (error) {
      if (!(error instanceof WooviRejectedError)) throw error;
      const found = await this.find(order, signal);
      if (found) return found;
      // Woovi has it, and does not list it yet.
      if (error.isRepeated) throw error;
      if (error.isOutOfFunds) return emptyAccount(error.message);
      return { state: 'failed', reference: null, reason: error.reason };
    }
  }

  async find(order: Omit<RailRefundOrder, 'submission'>, signal: AbortSignal): Promise<KnownOrderState | undefined> {
    const response = await this.client.find(pathOf(order), signal);
    if (!response) return undefined;
    const listed = refundsIn(response);
    const made = listed.find(({ correlationID }) => correlationID === sentIdOf(order.refundId));
    return made && this.stateOf(order, made);
  }

  private stateOf({ refundId }: Pick<RailRefundOrder, 'refundId'>, refund: Json): KnownOrderState {
    const [state, reference] = [refundState(refund), sentIdOf(refundId)];
    if (state === 'failed') return { state, reference, reason: shownText(refund['reason']) };
    if (state === 'completed') {
      const amount = moneyOf(refund['value']);
      if (amount instanceof Money) return { state, reference, amount };
      throw new Error('Woovi gave no amount for the refund');
    }
    if (!state) this.log.warn({ refund_id: refundId, status: refund['status'] }, 'Woovi refund has an unknown status');
    return { state: 'processing', reference };
  }
}

/** The refunds in a list of Woovi. Throws when it is none: then nothing is known about any. */
export function refundsIn(response: Json): readonly Json[] {
  const listed = response['refunds'];
  if (!Array.isArray(listed)) throw new Error('Woovi did not list the refunds of the charge');
  return (listed as unknown[]).filter(isObject);
}

function pathOf({ orderReference }: Pick<RailRefundOrder, 'orderReference'>): string {
  return `/api/v1/charge/${encodeURIComponent(orderReference)}/refund`;
}
