import {
  AmountDeclinedError,
  CollectionRail,
  MethodUnavailableError,
  OrderDeclinedError,
  type RailOrder,
  type RailOrderRequest,
} from '@app/payment-links';
import type { Log } from '@app/platform';
import type { PayerField } from '@app/rails';
import { idIn, type Json } from '../json';
import { sentIdOf } from '../sent-ids';
import { DlocalRejectedError, type DlocalClient } from './dlocal-client';
import { paymentState } from './dlocal-facts';
import { expiryOf } from './dlocal-instructions';
import { bankFields, type DlocalMethod } from './dlocal-methods';
import { amountOf, DLOCAL, isAmount, pathOf } from './dlocal-wire';

const MAX_DESCRIPTION = 100;

export interface DlocalCollectionOptions {
  readonly methods: readonly DlocalMethod[];
  /** Where dLocal reports; undefined leaves that to its dashboard. */
  readonly notificationUrl: string | undefined;
  readonly log: Log;
}

/** Opens payments of dLocal. The order's id is the `order_id`: dLocal makes one payment of it. */
export class DlocalCollectionRail extends CollectionRail {
  readonly provider = DLOCAL;

  constructor(
    private readonly client: DlocalClient,
    private readonly options: DlocalCollectionOptions,
  ) {
    super();
  }

  async open(request: RailOrderRequest, signal: AbortSignal): Promise<RailOrder> {
    const method = this.options.methods.find(({ code }) => code === request.method.code);
    if (!method) throw new MethodUnavailableError();
    const reference = sentIdOf(request.orderId);
    const payment = await this.create(this.bodyOf(reference, method, request), request, signal);
    const state = paymentState(payment);
    if (state === 'declined') throw new OrderDeclinedError(null);
    if (!state) this.options.log.warn({ reference, status: payment['status'] }, 'dLocal payment has an unknown status');
    if (!isAmount(payment, request.amount)) throw new Error('dLocal has another amount for the payment');
    const steps = method.steps(payment);
    if (steps.length === 0) throw new Error(`dLocal gave nothing to pay ${method.code} with`);
    const bank = request.bank && ({ label: 'bank', value: request.bank.name, kind: 'text' } as const);
    return { reference, instructions: bank ? [bank, ...steps] : steps, expiresAt: deadlineOf(request, payment) };
  }

  private bodyOf(reference: string, method: DlocalMethod, request: RailOrderRequest): Json {
    const { amount, bank, description, payer, returnUrl } = request;
    const { notificationUrl } = this.options;
    const { name, email, document, phone } = payer;
    return {
      amount: amountOf(amount),
      currency: amount.currency,
      country: method.country,
      payment_method_id: method.id,
      payment_method_flow: method.flow,
      payer: { name, email, document, ...(phone && { phone }) },
      order_id: reference,
      description: [...description].slice(0, MAX_DESCRIPTION).join(''),
      ...(notificationUrl !== undefined && { notification_url: notificationUrl }),
      ...(method.flow === 'REDIRECT' && { callback_url: returnUrl }),
      ...bankFields(bank),
    };
  }

  /** The payment, or the one that an earlier call made. */
  private async create(body: Json, { orderId, amount }: RailOrderRequest, signal: AbortSignal): Promise<Json> {
    try {
      return await this.client.post('/payments', body, signal);
    } catch (error) {
      if (!(error instanceof DlocalRejectedError)) throw error;
      if (error.isMethodUnavailable) throw new MethodUnavailableError();
      if (error.isAboutAmount) throw new AmountDeclinedError(amount, { cause: error });
      if (!error.isRepeatedOrder) throw new OrderDeclinedError(payerFieldOf(error), { cause: error });
      return this.find(sentIdOf(orderId), signal);
    }
  }

  private async find(reference: string, signal: AbortSignal): Promise<Json> {
    const payment = idIn(await this.client.read(pathOf('orders', reference), signal), 'payment_id');
    if (payment === undefined) throw new Error('dLocal has no payment for the order');
    return this.client.read(pathOf('payments', payment), signal);
  }
}

/** The link must not hold its exchange rate for longer than the method says, even if dLocal takes the payment then. */
function deadlineOf({ method, now }: RailOrderRequest, payment: Json): Date | null {
  const theirs = expiryOf(payment);
  const seconds = method.expiresInSeconds;
  if (seconds === null) return theirs ?? null;
  const ours = new Date(now.getTime() + seconds * 1_000);
  return theirs && theirs > now && theirs < ours ? theirs : ours;
}

const PAYER_FIELDS: readonly PayerField[] = ['name', 'email', 'document', 'phone'];

/** The field of the payer that dLocal rejected; null for any other reason. */
function payerFieldOf({ param }: DlocalRejectedError): PayerField | null {
  const name = /^payer\.(\w+)$/.exec(param ?? '')?.[1];
  return PAYER_FIELDS.find((field) => field === name) ?? null;
}
