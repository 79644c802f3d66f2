import { COLLECTION } from '@app/payment-links';
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
} from './woovi-facts';
import { readMessage } from './woovi-messages';
import { WooviPayoutRail } from './woovi-payout.rail';
import { refundsIn, WooviRefundRail } from './woovi-refund.rail';
import { idIn, isObject, objectIn, type Json } from '../json';
import { sentIdOf } from '../sent-ids';
import { moneyOf, WOOVI } from './woovi-wire';

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

  constructor(
    private readonly client: WooviClient,
    private readonly publicKeys: readonly KeyObject[],
    private readonly log: Log,
  ) {
    const rails = [new WooviRefundRail(client, log), new WooviPayoutRail(client, log)];
    this.adapters = [new WooviCollectionRail(client), ...rails];
  }

  read(_storedName: string, message: ProviderMessage): Reading {
    return readMessage(this.publicKeys, message);
  }

  inquire({ kind, reference }: InquirySubject, signal: AbortSignal): Promise<StatusResponse> {
    if (kind === COLLECTION) return this.statusOfCharge(reference, signal);
    if (kind === PAYOUT) return this.statusOfPayment(sentIdOf(reference), signal);
    // The response about a charge includes its refunds.
    return Promise.resolve({ facts: [], isDecided: true });
  }

  /** Lists at most one charge, which needs the right to read charges. */
  async check(signal: AbortSignal): Promise<void> {
    const { charges } = await this.client.get('/api/v1/charge?skip=0&limit=1', signal);
    if (!Array.isArray(charges)) throw new Error('Woovi did not list the charges');
  }

  /** The payment of the charge, and its refunds, those that were made in Woovi's dashboard too. */
  private async statusOfCharge(correlation: string, signal: AbortSignal): Promise<StatusResponse> {
    const path = `/api/v1/charge/${encodeURIComponent(correlation)}`;
    const charge = objectIn(await this.client.get(path, signal), 'charge');
    if (charge['status'] === 'EXPIRED') return { facts: [lapsedFact(correlation)], isDecided: true };
    if (charge['status'] !== 'COMPLETED') {
      if (charge['status'] !== 'ACTIVE') this.logUnknown(correlation, charge);
      return { facts: [], isDecided: false };
    }
    const paid = moneyOf(charge['value']);
    if (!paid) throw new Error('Woovi gave no amount for the charge');
    const received = receivedFact(correlation, paid, await this.endToEndId(correlation, signal));
    const refunds = refundsIn(await this.client.get(`${path}/refund`, signal));
    const facts = refunds.map((refund) => refundFact(correlation, refund)).filter((fact) => fact !== undefined);
    const states = refunds.map(refundState);
    return { facts: [received, ...facts], isDecided: states.every((state) => state && state !== 'processing') };
  }

  /** What disputes name the payment by; undefined when Woovi lists no transaction of the charge. */
  private async endToEndId(correlation: string, signal: AbortSignal): Promise<string | undefined> {
    const path = `/api/v1/transaction?charge=${encodeURIComponent(correlation)}`;
    const { transactions } = await this.client.get(path, signal);
    const listed = Array.isArray(transactions) ? (transactions as unknown[]).filter(isObject) : [];
    const payment = listed.find(({ type }) => type === undefined || type === 'PAYMENT');
    return payment && idIn(payment, 'endToEndId');
  }

  private async statusOfPayment(correlation: string, signal: AbortSignal): Promise<StatusResponse> {
    const response = await this.client.get(`/api/v1/payment/${encodeURIComponent(correlation)}`, signal);
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

  private logUnknown(reference: string, { status }: Json): void {
    this.log.warn({ reference, status }, 'Woovi has an unknown status');
  }
}
