import { COLLECTION, REVERSAL } from '@app/payment-links';
import type { Log } from '@app/platform';
import type {
  Capability,
  StatusResponse,
  InquirySubject,
  Provider,
  ProviderAdapter,
  ProviderMessage,
  Reading,
} from '@app/rails';
import { PAYOUT } from '@app/transfers';
import type { KeyObject } from 'node:crypto';
import { WooviCollectionRail } from './woovi-collection.rail';
import type { WooviClient } from './woovi-client';
import {
  failedFact,
  failureReason,
  lapsedFact,
  paidFact,
  paymentState,
  receivedFact,
  refundFact,
  refundState,
  returnedFact,
  returnIn,
  type PayoutReturn,
} from './woovi-facts';
import { readMessage } from './woovi-messages';
import { WooviPayoutRail } from './woovi-payout.rail';
import { refundsIn, WooviRefundRail } from './woovi-refund.rail';
import { isObject, objectIn, type Json } from '../json';
import type { KeptIds } from '../kept-ids';
import { partOf, together } from '../parts';
import { ourSentId, sentIdOf } from '../sent-ids';
import { moneyOf, WOOVI, type WooviObjectKind } from './woovi-wire';

const NOTHING: StatusResponse = { facts: [], isDecided: true };

/** Collects by Pix and pays out to Pix keys in Brazil, through Woovi (OpenPix). */
export class WooviProvider implements Provider {
  readonly name = WOOVI;
  readonly storedNames = [WOOVI];
  readonly isSimulated = false;
  readonly capabilities: readonly Capability[] = [
    { kind: 'collect', method: 'brl_pix', requires: [], banks: [], refunds: 'partial', largest: [] },
    { kind: 'pay_out', country: 'BR', currency: 'BRL' },
  ];
  readonly adapters: readonly ProviderAdapter[];
  readonly loops = [];
  private readonly payouts: WooviPayoutRail;

  constructor(
    private readonly client: WooviClient,
    private readonly publicKeys: readonly KeyObject[],
    private readonly ids: KeptIds<WooviObjectKind>,
    private readonly log: Log,
  ) {
    this.payouts = new WooviPayoutRail(client, ids, log);
    this.adapters = [new WooviCollectionRail(client), new WooviRefundRail(client, log), this.payouts];
  }

  read(_storedName: string, message: ProviderMessage): Reading {
    return readMessage(this.publicKeys, message);
  }

  inquire({ kind, reference }: InquirySubject, signal: AbortSignal): Promise<StatusResponse> {
    if (kind === COLLECTION) return this.statusOfCharge(reference, signal);
    if (kind === REVERSAL) return this.statusOfTransaction(reference, signal);
    if (kind !== PAYOUT) return Promise.resolve(NOTHING);
    const returned = returnIn(reference);
    return returned ? this.statusOfReturn(returned) : this.statusOfPayment(reference, signal);
  }

  /** Lists at most one charge, which needs the right to read charges. */
  async check(signal: AbortSignal): Promise<void> {
    const { charges } = await this.client.get('/api/v1/charge?skip=0&limit=1', signal);
    if (!Array.isArray(charges)) throw new Error('Woovi did not list the charges');
  }

  /**
   * The payments of the charge, and its refunds, those that were made in Woovi's dashboard too. Only the transactions name
   * a payment and say what arrived. An expired charge can still be paid.
   */
  private async statusOfCharge(correlation: string, signal: AbortSignal): Promise<StatusResponse> {
    const path = `/api/v1/charge/${encodeURIComponent(correlation)}`;
    const charge = objectIn(await this.client.get(path, signal), 'charge');
    const isPaid = charge['status'] === 'COMPLETED';
    if (!isPaid && charge['status'] !== 'EXPIRED') {
      if (charge['status'] !== 'ACTIVE') this.logUnknown(correlation, charge);
      return { facts: [], isDecided: false };
    }
    const payments = await partOf(() => this.paymentsOf(correlation, isPaid, signal));
    if (!isPaid && payments.facts.length === 0) {
      return together([{ facts: [lapsedFact(correlation)], isDecided: false, isSparse: true }, payments]);
    }
    return together([payments, await partOf(() => this.refundsOf(correlation, path, signal))]);
  }

  private async paymentsOf(correlation: string, isPaid: boolean, signal: AbortSignal): Promise<StatusResponse> {
    const path = `/api/v1/transaction?charge=${encodeURIComponent(correlation)}`;
    const { transactions } = await this.client.get(path, signal);
    const listed = Array.isArray(transactions) ? (transactions as unknown[]).filter(isObject) : [];
    const payments = listed.filter(({ type }) => type === undefined || type === 'PAYMENT');
    const facts = payments.map((payment) => receivedFact(correlation, payment)).filter((fact) => fact !== undefined);
    if (isPaid && facts.length === 0) throw new Error('Woovi does not list the payment of the charge');
    if (facts.length === payments.length) return { facts, isDecided: true };
    return { facts, isDecided: false, problem: new Error('Woovi gave no name or amount for a payment of the charge') };
  }

  private async refundsOf(correlation: string, path: string, signal: AbortSignal): Promise<StatusResponse> {
    const refunds = refundsIn(await this.client.get(`${path}/refund`, signal));
    const facts = refunds.map((refund) => refundFact(correlation, refund)).filter((fact) => fact !== undefined);
    return { facts, isDecided: refunds.map(refundState).every((state) => state && state !== 'processing') };
  }

  /** `endToEndId`: of a payment that was refunded, which is all that the message about the refund names. */
  private async statusOfTransaction(endToEndId: string, signal: AbortSignal): Promise<StatusResponse> {
    const response = await this.client.find(`/api/v1/transaction/${encodeURIComponent(endToEndId)}`, signal);
    const charge = objectIn(objectIn(response ?? {}, 'transaction'), 'charge');
    const correlation = ourSentId(charge['correlationID']);
    return correlation === undefined ? NOTHING : this.statusOfCharge(correlation, signal);
  }

  private async statusOfPayment(payoutId: string, signal: AbortSignal): Promise<StatusResponse> {
    const correlation = sentIdOf(payoutId);
    const response = await this.client.get(`/api/v1/payment/${encodeURIComponent(correlation)}`, signal);
    await this.payouts.keepTransaction(payoutId, response);
    const payment = objectIn(response, 'payment');
    const state = paymentState(payment);
    if (state === 'failed') {
      return { facts: [failedFact(correlation, failureReason(response))], isDecided: true };
    }
    if (state !== 'completed') {
      if (!state) this.logUnknown(correlation, payment);
      return { facts: [], isDecided: false };
    }
    const amount = moneyOf(payment['value']);
    if (!amount) throw new Error('Woovi gave no amount for the payout');
    return { facts: [paidFact(correlation, amount, response)], isDecided: true };
  }

  /** Of a payout whose transaction is not stored yet, or of none of ours. */
  private async statusOfReturn(returned: PayoutReturn): Promise<StatusResponse> {
    const payoutId = await this.ids.ownerOf('payout_transaction', returned.paidBy);
    if (payoutId === undefined) return { facts: [], isDecided: false, isIdle: true };
    return { facts: [returnedFact(payoutId, returned)], isDecided: true };
  }

  private logUnknown(reference: string, { status }: Json): void {
    this.log.warn({ reference, status }, 'Woovi has an unknown status');
  }
}
