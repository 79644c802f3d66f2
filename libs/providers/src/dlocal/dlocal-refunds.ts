import { isUuid, type Clock, type Money } from '@app/kernel';
import type { Log } from '@app/platform';
import type { StatusResponse } from '@app/rails';
import { idIn, isObject, type Json } from '../json';
import type { KeptIds } from '../kept-ids';
import { ourSentId, sentIdOf } from '../sent-ids';
import type { DlocalClient } from './dlocal-client';
import { refundFact, refundState, reversalFact, sentRefundId } from './dlocal-facts';
import { isAmount, pathOf } from './dlocal-wire';

/** What the stored ids of dLocal belong to. */
export type DlocalObjectKind = 'refund';

/**
 * How old a refund must be that does not show whose it is before it counts as one of the dashboard: until then it may be
 * one of ours whose id dLocal has not told us yet.
 */
const ANONYMOUS_MS = 3_600_000;

const UNDECIDED: StatusResponse = { facts: [], isDecided: false };

/** What dLocal knows of refunds, and whose they are. */
export class DlocalRefunds {
  constructor(
    private readonly client: DlocalClient,
    private readonly ids: KeptIds<DlocalObjectKind>,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** The status of the refund that has our id. */
  async statusOfOurs(refundId: string, signal: AbortSignal): Promise<StatusResponse> {
    const theirs = isUuid(refundId) ? await this.ids.find('refund', refundId) : undefined;
    return theirs === undefined ? UNDECIDED : this.statusOf(theirs, signal);
  }

  /** The status of the refund that has dLocal's id: of ours its outcome, of another that the payer got money back. */
  async statusOf(id: string, signal: AbortSignal): Promise<StatusResponse> {
    const refund = await this.client.read(pathOf('refunds', id), signal);
    const sent = sentRefundId(refund) ?? (await this.keptIdOf(id));
    const state = refundState(refund);
    if (!state) this.log.warn({ reference: id, status: refund['status'] }, 'dLocal refund has an unknown status');
    if (sent !== undefined) {
      const fact = refundFact(sent, refund);
      if (!fact && state === 'completed') throw new Error('dLocal gave no amount for the refund');
      return { facts: fact ? [fact] : [], isDecided: fact !== undefined };
    }
    if (state === 'failed') return { facts: [], isDecided: true };
    return state === 'completed' && this.isOld(refund) ? this.reversalOf(refund, signal) : UNDECIDED;
  }

  /** The refund with our id among those that dLocal lists with the payment; undefined when it lists none. */
  async listed(payment: string, refundId: string, signal: AbortSignal): Promise<Json | undefined> {
    const all = refundsIn(await this.client.read(pathOf('payments', payment), signal));
    return all.find((each) => sentRefundId(each) === sentIdOf(refundId));
  }

  /**
   * The refund that was made for ours; undefined when there is none. Throws while there is one that does not show whose
   * it is and may be ours.
   */
  async madeFor(
    payment: string,
    { refundId, amount }: { readonly refundId: string; readonly amount: Money },
    signal: AbortSignal,
  ): Promise<Json | undefined> {
    const all = refundsIn(await this.client.read(pathOf('payments', payment), signal));
    const made = all.find((each) => sentRefundId(each) === sentIdOf(refundId));
    if (made) return made;
    for (const each of all) {
      const id = idIn(each, 'id');
      if (id === undefined || sentRefundId(each) !== undefined || this.isOld(each) || !isAmount(each, amount)) continue;
      if (refundState(each) !== 'failed' && (await this.ids.ownerOf('refund', id)) === undefined) {
        throw new Error(`the refund ${id} at dLocal may be this one`);
      }
    }
    return undefined;
  }

  private async keptIdOf(id: string): Promise<string | undefined> {
    const ours = await this.ids.ownerOf('refund', id);
    return ours === undefined ? undefined : sentIdOf(ours);
  }

  private isOld({ created_date: created }: Json): boolean {
    const age = this.clock.now().getTime() - new Date(typeof created === 'string' ? created : NaN).getTime();
    return age > ANONYMOUS_MS;
  }

  private async reversalOf(refund: Json, signal: AbortSignal): Promise<StatusResponse> {
    const order = await this.orderOf(refund, signal);
    if (order === undefined) return { facts: [], isDecided: true };
    const fact = reversalFact(order, refund);
    if (!fact) throw new Error('dLocal gave no amount for the refund');
    return { facts: [fact], isDecided: true };
  }

  /** The order of ours that the refund or chargeback belongs to; undefined when its payment is not ours. */
  async orderOf(object: Json, signal: AbortSignal): Promise<string | undefined> {
    if (typeof object['order_id'] === 'string') return ourSentId(object['order_id']);
    const payment = idIn(object, 'payment_id');
    if (payment === undefined) throw new Error('dLocal named no payment');
    return ourSentId((await this.client.read(pathOf('payments', payment), signal))['order_id']);
  }
}

/** The refunds that dLocal lists with a payment; none when it does not list them. */
export function refundsIn({ refunds }: Json): readonly Json[] {
  return Array.isArray(refunds) ? (refunds as unknown[]).filter(isObject) : [];
}
