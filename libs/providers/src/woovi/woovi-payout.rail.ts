import { Money } from '@app/kernel';
import type { Log } from '@app/platform';
import { emptyAccount } from '@app/rails';
import {
  PayoutRail,
  type RailDestination,
  type RailKnowledge,
  type RailPayoutOrder,
  type RailSubmission,
} from '@app/transfers';
import { WooviRejectedError, type WooviClient } from './woovi-client';
import { failureReason, paymentState } from './woovi-facts';
import { idIn, objectIn, type Json } from '../json';
import type { KeptIds } from '../kept-ids';
import { sentIdOf } from '../sent-ids';
import { centavosOf, isAmount, moneyOf, WOOVI, type WooviObjectKind } from './woovi-wire';

const MAX_COMMENT = 140;

const ALIAS_TYPES: Readonly<Record<string, string>> = {
  cpf: 'CPF',
  cnpj: 'CNPJ',
  email: 'EMAIL',
  phone: 'PHONE',
  evp: 'RANDOM',
};

const NO_PIX_KEY = 'Woovi pays out to PIX keys only';

/**
 * Pays out by Pix in two steps: it creates a payment, which pays nothing, and approves it. Both are idempotent by our id.
 * A payment that is created and not approved counts as unknown, so that the worker continues with it.
 */
export class WooviPayoutRail extends PayoutRail {
  readonly provider = WOOVI;

  constructor(
    private readonly client: WooviClient,
    private readonly ids: KeptIds<WooviObjectKind>,
    private readonly log: Log,
  ) {
    super();
  }

  async submit(order: RailPayoutOrder, signal: AbortSignal): Promise<RailSubmission> {
    signal.throwIfAborted();
    const destination = aliasOf(order.destination);
    if (!destination) return { outcome: 'declined', reason: NO_PIX_KEY, isOurs: true };
    const correlation = sentIdOf(order.payoutId);
    const created = await this.create(correlation, order, destination, signal);
    if ('submission' in created) return created.submission;
    const payment = objectIn(created.response, 'payment');
    if (!isAmount(payment['value'], order.amount)) throw new Error('Woovi has another amount for the payout');
    const state = paymentState(payment);
    return state === 'requested' ? this.approve(correlation, signal) : this.submissionOf(correlation, created.response);
  }

  async find(payoutId: string, signal: AbortSignal): Promise<RailKnowledge> {
    const reference = sentIdOf(payoutId);
    const response = await this.client.find(pathOf(reference), signal);
    if (!response) return { state: 'unknown' };
    await this.keepTransaction(payoutId, response);
    const payment = objectIn(response, 'payment');
    const state = paymentState(payment);
    switch (state) {
      case 'requested':
        return { state: 'unknown' };
      case 'failed':
        return { state, reference, reason: failureReason(response) };
      case 'completed': {
        const amount = moneyOf(payment['value']);
        if (!(amount instanceof Money)) throw new Error('Woovi gave no amount for the payout');
        return { state, reference: idIn(objectIn(response, 'transaction'), 'endToEndId') ?? reference, amount };
      }
      default:
        if (!state) this.logUnknown(reference, payment);
        return { state: 'processing', reference };
    }
  }

  /** Stores the Pix transaction of the payout, which is all that a message about its return names. */
  async keepTransaction(payoutId: string, response: Json): Promise<void> {
    const endToEndId = idIn(objectIn(response, 'transaction'), 'endToEndId');
    if (endToEndId !== undefined) await this.ids.keep('payout_transaction', payoutId, endToEndId);
  }

  /** The response with the payment, also when an earlier call made it; or what Woovi rejected it with. */
  private async create(
    correlation: string,
    { amount, comment }: RailPayoutOrder,
    destination: Json,
    signal: AbortSignal,
  ): Promise<{ response: Json } | { submission: RailSubmission }> {
    const note = comment === null ? {} : { comment: [...comment].slice(0, MAX_COMMENT).join('') };
    const body = { value: centavosOf(amount), correlationID: correlation, ...destination, ...note };
    try {
      return { response: await this.client.post('/api/v1/payment', body, signal) };
    } catch (error) {
      if (!(error instanceof WooviRejectedError)) throw error;
      const found = await this.client.find(pathOf(correlation), signal);
      if (found) return { response: found };
      if (error.isOutOfFunds) return { submission: refusedBy(error) };
      // Woovi has it, and does not find it yet.
      if (error.isRepeated) throw error;
      const reason = error.reason ?? `Woovi rejected the payout with ${error.status}`;
      return { submission: { outcome: 'declined', reason } };
    }
  }

  /**
   * Approves the payment. A rejection is not final while the payment can still be approved, in Woovi's dashboard too: the
   * worker tries again, with the same payment.
   */
  private async approve(correlation: string, signal: AbortSignal): Promise<RailSubmission> {
    try {
      const approved = await this.client.post('/api/v1/payment/approve', { correlationID: correlation }, signal);
      return this.submissionOf(correlation, approved);
    } catch (error) {
      if (!(error instanceof WooviRejectedError)) throw error;
      const response = await this.client.get(pathOf(correlation), signal);
      if (paymentState(objectIn(response, 'payment')) === 'requested') {
        if (error.isOutOfFunds) return refusedBy(error);
        throw error;
      }
      return this.submissionOf(correlation, response);
    }
  }

  private submissionOf(correlation: string, response: Json): RailSubmission {
    const payment = objectIn(response, 'payment');
    const state = paymentState(payment);
    if (state === 'failed')
      return { outcome: 'declined', reason: failureReason(response) ?? 'Woovi failed the payout' };
    if (!state) this.logUnknown(correlation, payment);
    return { outcome: 'accepted', reference: correlation };
  }

  private logUnknown(reference: string, { status }: Json): void {
    this.log.warn({ reference, status }, 'Woovi payment has an unknown status');
  }
}

function refusedBy(error: WooviRejectedError): RailSubmission {
  return { outcome: 'refused', refusal: emptyAccount(error.message) };
}

/** The fields of the Pix key; undefined for a destination without one. */
function aliasOf({ bank }: RailDestination): Json | undefined {
  const [key, kind] = [bank['pix_key'], bank['pix_key_type'] ?? ''];
  const type = Object.hasOwn(ALIAS_TYPES, kind) ? ALIAS_TYPES[kind] : undefined;
  return key === undefined || type === undefined ? undefined : { destinationAlias: key, destinationAliasType: type };
}

function pathOf(correlation: string): string {
  return `/api/v1/payment/${correlation}`;
}
