import {
  UnitOfWork,
  ValidationError,
  type IdempotentResponse,
  type Money,
  type Page,
  type WrittenAmount,
} from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ReceivedPaymentNotFoundError } from '../../settlement/domain/errors';
import { CreditedPayments } from '../../settlement/application/ports';
import { leftOf, walletShare, type Share } from '../../settlement/domain/payment-share';
import type { ReceivedPayment } from '../../settlement/domain/received-payment';
import { RefundExceedsPaymentError, RefundNotFoundError, RefundNotPossibleError } from '../domain/errors';
import { taking, type Refund } from '../domain/refund';
import { obstacleTo } from '../domain/refundability';
import { RefundPlacement, type Refunder } from './refund-placement';
import { RefundRails } from './refund-rails';
import { RefundsReader, RefundsRepository, type RefundFilter, type RefundQuery } from './ports';

/** What is to be given back; everything that is left without an amount, which is in the payer's currency. */
export interface NewRefundRequest {
  readonly amount: WrittenAmount | undefined;
  readonly reason: string | null;
}

/** What a refund would take, and what would be left of the payment afterwards, in the payer's currency. */
export interface RefundEstimate extends Share {
  readonly left: Money;
}

/** Refunds of received payments. */
@Injectable()
export class Refunds {
  constructor(
    private readonly payments: CreditedPayments,
    private readonly refunds: RefundsRepository,
    private readonly reader: RefundsReader,
    private readonly rails: RefundRails,
    private readonly placement: RefundPlacement,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Requests a refund and reserves the wallet's share. Throws, in this order, `ReceivedPaymentNotFoundError`, a
   * `ValidationError` for the amount, `RefundNotPossibleError`, `RefundExceedsPaymentError` or
   * `InsufficientAvailableBalanceError`.
   */
  async request(
    by: Refunder,
    paymentId: string,
    request: NewRefundRequest,
    response?: IdempotentResponse<Refund>,
  ): Promise<Refund> {
    await this.find(by.account.id, paymentId);
    return this.uow.runAssured(async (tx) => {
      const [locked] = await this.payments.lock(tx, [paymentId]);
      if (!locked) throw new ReceivedPaymentNotFoundError();
      const { payment } = locked;
      const share = this.shareOf(payment, await this.refunds.listOfPayments(tx, [paymentId]), request.amount);
      return this.placement.place(tx, by, payment, share, request.reason, response);
    });
  }

  /** What a refund of that amount would take now; writes nothing. Throws what `request` throws but the last. */
  async estimate(accountId: string, paymentId: string, amount: WrittenAmount | undefined): Promise<RefundEstimate> {
    const payment = await this.find(accountId, paymentId);
    const refunds = await this.reader.listOfPayments([paymentId]);
    const share = this.shareOf(payment, refunds, amount);
    return { ...share, left: leftOf(payment.terms, taking(refunds)).minus(share.amount) };
  }

  /** Throws `RefundNotFoundError`, also for a refund of another account. */
  async read(accountId: string, id: string): Promise<Refund> {
    const found = await this.reader.find(accountId, id);
    if (!found) throw new RefundNotFoundError();
    return found;
  }

  /** A refund of any account, for staff and the sandbox. Throws `RefundNotFoundError`. */
  async show(id: string): Promise<Refund> {
    const found = await this.reader.findAny(id);
    if (!found) throw new RefundNotFoundError();
    return found;
  }

  /** The refunds of each payment, the oldest first. */
  async listOfPayments(paymentIds: readonly string[]): Promise<ReadonlyMap<string, readonly Refund[]>> {
    const found = paymentIds.length === 0 ? [] : await this.reader.listOfPayments(paymentIds);
    return new Map(paymentIds.map((id) => [id, found.filter(({ paymentId }) => paymentId === id)]));
  }

  /** The newest first. */
  list(accountId: string, query: RefundQuery): Promise<Page<Refund>> {
    return this.reader.list(accountId, query);
  }

  /** All of them, for a file. */
  stream(accountId: string, filter: RefundFilter): AsyncIterable<Refund> {
    return this.reader.stream(accountId, filter);
  }

  private async find(accountId: string, paymentId: string): Promise<ReceivedPayment> {
    const payment = await this.payments.find(accountId, paymentId);
    if (!payment) throw new ReceivedPaymentNotFoundError();
    return payment;
  }

  private shareOf(payment: ReceivedPayment, refunds: readonly Refund[], written: WrittenAmount | undefined): Share {
    const { terms } = payment;
    const taken = taking(refunds);
    const left = leftOf(terms, taken);
    const amount = written?.in(terms.payerAmount.currency) ?? left;
    if (written && !amount.isPositive()) throw ValidationError.of('amount', 'must be greater than zero');
    const obstacle = obstacleTo(payment, this.rails.reachOf(payment), left, amount);
    if (obstacle) throw new RefundNotPossibleError(obstacle);
    if (amount.isGreaterThan(left)) throw new RefundExceedsPaymentError(left);
    return { amount, walletAmount: walletShare(terms, taken, amount) };
  }
}
