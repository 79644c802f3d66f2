import { AuditLog, type Actor, type AuditEntry } from '@app/accounts';
import { FeeSchedules, NO_FEES } from '@app/fees';
import { Clock, isUuid, UnitOfWork, USD, type Tx } from '@app/kernel';
import { LedgerService, VirtualWalletNotFoundError, type Wallet } from '@app/ledger';
import { Injectable } from '@nestjs/common';
import { CheckoutOrdersRepository } from '../../checkout/application/ports';
import type { CheckoutOrder } from '../../checkout/domain/checkout-order';
import { CollectionPricing, toTerms } from '../../links/application/collection-pricing';
import { PaymentLinksRepository } from '../../links/application/ports';
import type { CollectionTerms } from '../../links/domain/collection-terms';
import type { PaymentLink } from '../../links/domain/payment-link';
import { isBankDebit } from '../../links/domain/payment-method';
import { CollectionBooks } from '../../settlement/application/collection-books';
import { exceptionClearedEntry } from '../../settlement/application/collection-entry';
import { ReceivedPaymentsRepository } from '../../settlement/application/ports';
import { resolveException, type PaymentException } from '../../settlement/domain/payment-exception';
import { completedBy, released } from '../../settlement/domain/settlement-decision';
import {
  ExceptionNotCreditableError,
  PaymentExceptionNotFoundError,
  PaymentExceptionResolvedError,
} from '../domain/errors';
import { PaymentExceptionsRepository, type ExceptionQuery, type FoundException } from './ports';

export interface CreditRequest {
  /** The explanation by staff; stored with the exception. */
  reason: string;
  /** The link's wallet when absent; necessary for an unknown order. Always one of the link's account. */
  walletId?: string | undefined;
  /** Credits all that was paid, at the plain rate where it has to be converted. */
  withoutFees?: boolean;
}

interface LinkAndOrder {
  link: PaymentLink;
  order: CheckoutOrder;
}

/**
 * Payments that could not be credited automatically: staff lists, credits or refunds them, through the ledger. Every
 * resolution is in the audit log.
 */
@Injectable()
export class PaymentExceptions {
  constructor(
    private readonly exceptions: PaymentExceptionsRepository,
    private readonly links: PaymentLinksRepository,
    private readonly orders: CheckoutOrdersRepository,
    private readonly payments: ReceivedPaymentsRepository,
    private readonly books: CollectionBooks,
    private readonly ledger: LedgerService,
    private readonly pricing: CollectionPricing,
    private readonly fees: FeeSchedules,
    private readonly audit: AuditLog,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Newest first. */
  list(query: ExceptionQuery): Promise<PaymentException[]> {
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
    const found = await this.find(id);
    const wallet = await this.walletFor(found, request.walletId);
    const terms = await this.termsOf(found, wallet, request.withoutFees ?? false);
    if (terms.credited.isNegative()) {
      throw new ExceptionNotCreditableError(`The fees of ${terms.collectionFee.toString()} exceed the amount paid.`);
    }
    return this.uow.run(async (tx) => {
      const { exception, link, order } = await this.lock(tx, id);
      const now = this.clock.now();
      const credited = {
        ...resolved(exception, 'credit'),
        ...{ walletId: wallet.id, resolution: request.reason, resolvedAt: now },
      };
      await this.exceptions.resolve(tx, { from: exception, to: credited });
      if (link && order) {
        // Decided again under the lock: a link that was payable a moment ago may have been paid by now.
        const completed = completedBy(link, order);
        const after = { link: completed?.link ?? link, order: { ...(completed?.order ?? order), terms } };
        if (completed) await this.save(tx, { link, order }, after);
        await this.books.creditException(tx, { exception, ...after, wallet, completes: completed !== undefined }, now);
      } else {
        await this.books.depositException(tx, exception, wallet.id, terms, now);
      }
      const details = { without_fees: request.withoutFees ?? false };
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
      if (link && order?.status === 'confirmed') {
        await this.save(tx, { link, order }, released({ link, order }));
        await this.payments.withdraw(tx, [order.id]);
      }
      const about = link && { type: link.kind, id: link.id };
      await this.ledger.post(tx, [exceptionClearedEntry('payment_exception_refund', id, exception.amount, about, now)]);
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
   * The promised figures if they match the amount paid; otherwise today's figures for that amount, with the fee borne
   * by the merchant.
   */
  private async termsOf(
    { exception, link, order }: FoundException,
    wallet: Wallet,
    free: boolean,
  ): Promise<CollectionTerms> {
    const { amount } = exception;
    const promised = order && wallet.id === link?.walletId && order.terms.payerAmount.currency === amount.currency;
    if (promised && !free && order.terms.payerAmount.equals(amount) && !order.terms.credited.isNegative()) {
      return order.terms;
    }
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
        ignoresBounds: wallet.lane !== (amount.currency === USD ? 'usd' : 'local'),
      },
      'current',
    );
    return toTerms(figures);
  }
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
      ...{ exception: reason, amount: amount.toFixed(), currency: amount.currency, reason: resolution },
      ...{ payment_link_id: linkId, wallet_id: walletId, ...details },
    },
  };
}
