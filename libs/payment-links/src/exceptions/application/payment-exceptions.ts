import { AuditLog, type Actor, type AuditEntry } from '@app/accounts';
import { FeeSchedules, NO_FEES } from '@app/fees';
import { Clock, decimal, isUuid, Money, UnitOfWork, USD, type Tx } from '@app/kernel';
import { LedgerService, VirtualWalletNotFoundError, type Wallet } from '@app/ledger';
import { Injectable } from '@nestjs/common';
import { CheckoutOrdersRepository } from '../../checkout/application/ports';
import type { CheckoutOrder } from '../../checkout/domain/checkout-order';
import { CollectionPricing, toTerms } from '../../links/application/collection-pricing';
import { PaymentLinksRepository } from '../../links/application/ports';
import type { CollectionTerms } from '../../links/domain/collection-terms';
import type { PaymentLink } from '../../links/domain/payment-link';
import { isBankDebit } from '../../links/domain/payment-method';
import { ExceptionNotices, type ExceptionNotice } from '../../settlement/application/exception-notices';
import { clearedEntries, CollectionPostings } from '../../settlement/application/collection-postings';
import { LateRates } from '../../settlement/application/late-rates';
import { ReceivedPaymentsRepository } from '../../settlement/application/ports';
import { resolveException, shownAmount, type PaymentException } from '../../settlement/domain/payment-exception';
import { completedBy, released } from '../../settlement/domain/settlement-decision';
import {
  ExceptionNotCreditableError,
  PaymentExceptionNotFoundError,
  PaymentExceptionResolvedError,
} from '../domain/errors';
import { PaymentExceptionsRepository, type ExceptionQuery, type FoundException, type ListedException } from './ports';

export interface CreditRequest {
  /** The explanation by staff; stored with the exception. */
  reason: string;
  /** The link's wallet when absent; necessary for an unknown order. Always one of the link's account. */
  walletId?: string | undefined;
  /** Credits all that was paid, at the plain rate where it has to be converted. */
  withoutFees?: boolean;
  /**
   * Converts at the rate of the order, or at the stored one. Necessary where the payment was late and the rate has moved;
   * otherwise an amount that matches the order is converted at its rate, and any other at the stored one.
   */
  rate?: 'order' | 'current' | undefined;
  /** What was paid, where that is only known as text. */
  amount?: Money | undefined;
}

/** An exception whose amount is known. */
interface Creditable extends FoundException {
  amount: Money;
}

interface LinkAndOrder {
  link: PaymentLink;
  order: CheckoutOrder;
}

/**
 * Payments that could not be credited automatically: staff list, credit or refund them, through the ledger. Every
 * resolution is in the audit log.
 */
@Injectable()
export class PaymentExceptions {
  constructor(
    private readonly exceptions: PaymentExceptionsRepository,
    private readonly links: PaymentLinksRepository,
    private readonly orders: CheckoutOrdersRepository,
    private readonly payments: ReceivedPaymentsRepository,
    private readonly postings: CollectionPostings,
    private readonly notices: ExceptionNotices,
    private readonly ledger: LedgerService,
    private readonly pricing: CollectionPricing,
    private readonly rates: LateRates,
    private readonly fees: FeeSchedules,
    private readonly audit: AuditLog,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Newest first. */
  list(query: ExceptionQuery): Promise<ListedException[]> {
    return this.exceptions.list(query);
  }

  /** The number of open exceptions. */
  countOpen(): Promise<number> {
    return this.exceptions.countOpen();
  }

  /**
   * Credits the paid amount to a wallet, less the fees of its account. A link that can still be paid is completed by
   * it, as by any payment; otherwise it becomes a received payment in addition to the link's own, and no event is
   * published. Throws `PaymentExceptionNotFoundError`, `PaymentExceptionResolvedError`, `VirtualWalletNotFoundError`,
   * `ExchangeRateUnavailableError` or `ExceptionNotCreditableError`.
   */
  async credit(id: string, request: CreditRequest, by: Actor): Promise<PaymentException> {
    const found = creditable(await this.find(id), request.amount);
    const { amount } = found;
    const wallet = await this.walletFor(found, request.walletId);
    const terms = await this.termsOf(found, wallet, request);
    if (terms.credited.isNegative()) {
      throw new ExceptionNotCreditableError(`The fees of ${terms.collectionFee.toString()} exceed the amount paid.`);
    }
    if (!found.order && terms.credited.isZero()) {
      throw new ExceptionNotCreditableError('The fees take all of the amount paid: credit it without fees.');
    }
    return this.uow.run(async (tx) => {
      const { exception, link, order } = await this.lock(tx, id);
      const now = this.clock.now();
      const credited = {
        ...resolved(exception, 'credit'),
        amount,
        walletId: wallet.id,
        resolution: request.reason,
        resolvedAt: now,
      };
      await this.exceptions.resolve(tx, { from: exception, to: credited });
      await this.notices.send(tx, [noticeOf('credited', { ...exception, amount }, link, wallet.accountId)]);
      if (!(exception.amount instanceof Money)) await this.postings.recordNamed(tx, credited, link, now);
      if (link && order) {
        // Decided again under the lock: a link that was payable a moment ago may have been paid by now.
        const completed = completedBy(link, order);
        const after = { link: completed?.link ?? link, order: { ...(completed?.order ?? order), terms } };
        if (completed) {
          await this.save(tx, { link, order }, after);
          await this.orders.close(tx, [link.id]);
        }
        await this.postings.creditException(
          tx,
          { exception, ...after, wallet, completes: completed !== undefined },
          now,
        );
      } else {
        await this.postings.depositException(tx, exception, wallet.id, terms, now);
      }
      const details = {
        without_fees: request.withoutFees ?? false,
        ...(request.rate && { rate: request.rate }),
        ...(exception.amount instanceof Money ? {} : { received: textOf(exception.amount) }),
      };
      await this.audit.record(tx, { ...entryAbout(credited, wallet.accountId, details), actor: by });
      return credited;
    });
  }

  /**
   * Staff had the rail send the money back, so it leaves the books. If it was a link's debit, the link can be paid
   * again. Throws `PaymentExceptionNotFoundError` or `PaymentExceptionResolvedError`.
   */
  async refund(id: string, reason: string, by: Actor): Promise<PaymentException> {
    await this.find(id);
    return this.uow.run(async (tx) => {
      const { exception, link, order } = await this.lock(tx, id);
      const now = this.clock.now();
      const refunded = { ...resolved(exception, 'refund'), resolution: reason, resolvedAt: now };
      await this.exceptions.resolve(tx, { from: exception, to: refunded });
      if (link) await this.notices.send(tx, [noticeOf('refunded', exception, link, link.accountId)]);
      if (link && order?.status === 'confirmed') {
        await this.save(tx, { link, order }, released({ link, order }));
        await this.payments.withdraw(tx, [order.id]);
      }
      const about = link && { type: link.kind, id: link.id };
      await this.ledger.post(tx, clearedEntries('payment_exception_refund', exception, about, now));
      await this.audit.record(tx, { ...entryAbout(refunded, link?.accountId), actor: by });
      return refunded;
    });
  }

  private async save(tx: Tx, from: LinkAndOrder, to: LinkAndOrder): Promise<void> {
    await this.links.save(tx, [{ from: from.link, to: to.link }]);
    await this.orders.save(tx, [{ from: from.order, to: to.order }]);
  }

  private async find(id: string): Promise<FoundException> {
    const found = isUuid(id) ? await this.exceptions.find(id) : undefined;
    return resolvable(found);
  }

  private async lock(tx: Tx, id: string): Promise<FoundException> {
    return resolvable(await this.exceptions.lock(tx, id));
  }

  private async walletFor({ link, order }: FoundException, walletId = link?.walletId): Promise<Wallet> {
    if (walletId === undefined) {
      throw new ExceptionNotCreditableError('The order is unknown: name the wallet to credit.');
    }
    const wallet = isUuid(walletId) ? await this.ledger.findWallet(walletId) : undefined;
    if (!wallet) throw new VirtualWalletNotFoundError(walletId);
    if (link && wallet.accountId !== link.accountId) {
      throw new ExceptionNotCreditableError('The wallet belongs to another account than the payment link.');
    }
    if (link && order && isBankDebit(order.method) && wallet.id !== link.walletId) {
      throw new ExceptionNotCreditableError('A bank debit can be returned: it is credited to the wallet of its link.');
    }
    return wallet;
  }

  /**
   * The promised figures if they match the amount paid; otherwise, or at the stored rate on request, today's figures for
   * that amount, with the fee borne by the merchant.
   */
  private async termsOf(found: Creditable, wallet: Wallet, request: CreditRequest): Promise<CollectionTerms> {
    const { exception, link, order, amount } = found;
    const { rate, withoutFees: free = false } = request;
    const promised = promisedTerms(found, wallet);
    const isMatch = !free && promised?.payerAmount.equals(amount) === true && !promised.credited.isNegative();
    const matching = isMatch ? promised : undefined;
    const mustChoose = exception.reason === 'rate_moved' || (matching && (await this.rates.haveMoved(matching)));
    if (mustChoose && rate === undefined) {
      throw new ExceptionNotCreditableError(
        'The exchange rate has moved since the order was opened: choose the rate of the order or the current one.',
      );
    }
    if (matching && rate !== 'current') return matching;
    if (rate === 'order' && !promised?.exchangeRate) {
      throw new ExceptionNotCreditableError('There is no rate of an order from this currency to that of the wallet.');
    }
    const agreed = rate === 'order' ? promised?.exchangeRate : undefined;
    const figures = await this.pricing.figures(
      {
        declared: amount,
        amountType: 'charge',
        payerCurrency: amount.currency,
        walletCurrency: wallet.currency,
        customerPaysFee: false,
        fees: free ? NO_FEES : await this.fees.of(wallet.accountId),
        byCard: link?.kind === 'card_payment_link',
        method: order?.method ?? null,
        exchangeRate: agreed ? decimal(agreed) : undefined,
        ignoresBounds: wallet.lane !== (amount.currency === USD ? 'usd' : 'local'),
      },
      'current',
    );
    return toTerms(figures);
  }
}

/** The figures that the order promised for payments of that currency into that wallet. */
function promisedTerms({ link, order, amount }: Creditable, wallet: Wallet): CollectionTerms | undefined {
  const promised = order?.agreedTerms ?? order?.terms;
  return wallet.id === link?.walletId && promised?.payerAmount.currency === amount.currency ? promised : undefined;
}

/** With the amount that staff name where it is only known as text. */
function creditable(found: FoundException, named: Money | undefined): Creditable {
  const known = found.exception.amount;
  if (known instanceof Money) {
    if (named) throw new ExceptionNotCreditableError(`The amount paid is known: it is ${known.toString()}.`);
    return { ...found, amount: known };
  }
  if (!named?.isPositive()) {
    const text = `The rail reported ${textOf(known)}, which cannot be booked: name the amount that the rail owes.`;
    throw new ExceptionNotCreditableError(text);
  }
  return { ...found, amount: named };
}

function noticeOf(
  occasion: 'credited' | 'refunded',
  { id: exceptionId, amount: received, expected }: PaymentException,
  link: PaymentLink | null,
  accountId: string,
): ExceptionNotice {
  return { occasion, exceptionId, received, expected, link, accountId };
}

function textOf(reported: PaymentException['amount']): string {
  const { amount, currency } = shownAmount(reported);
  return `${amount} ${currency}`;
}

/** Throws unless the exception exists and is open. */
function resolvable(found: FoundException | undefined): FoundException {
  if (!found) throw new PaymentExceptionNotFoundError();
  resolved(found.exception, 'refund');
  return found;
}

function resolved(exception: PaymentException, event: 'credit' | 'refund'): PaymentException {
  const after = resolveException(exception, event);
  if (!after) throw new PaymentExceptionResolvedError(exception.status);
  return after;
}

/** The decision, and the money that it concerns. The payer's details stay with the order. */
function entryAbout(
  exception: PaymentException,
  accountId: string | undefined,
  details: Readonly<Record<string, unknown>> = {},
): Omit<AuditEntry, 'actor'> {
  const { id, status, reason, amount, linkId, walletId, resolution } = exception;
  return {
    action: `payment_exception.${status}`,
    object: { type: 'payment_exception', id },
    accountId,
    details: {
      exception: reason,
      ...shownAmount(amount),
      reason: resolution,
      payment_link_id: linkId,
      wallet_id: walletId,
      ...details,
    },
  };
}
