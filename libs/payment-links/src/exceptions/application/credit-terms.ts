import { FeeSchedules, NO_FEES } from '@app/fees';
import { decimal, isUuid, Money, USD } from '@app/kernel';
import { LedgerService, VirtualWalletNotFoundError, type Wallet } from '@app/ledger';
import { Injectable } from '@nestjs/common';
import { CollectionPricing, toTerms } from '../../links/application/collection-pricing';
import type { CollectionTerms } from '../../links/domain/collection-terms';
import { isBankDebit } from '../../links/domain/payment-method';
import { LateRates } from '../../settlement/application/late-rates';
import { textOfReceived } from '../../settlement/domain/payment-exception';
import { ExceptionNotCreditableError } from '../domain/errors';
import type { FoundException } from './ports';

export interface CreditRequest {
  /** The explanation by staff; stored with the exception. */
  reason: string;
  /** The link's wallet when absent; necessary for an unknown order. Always one of the link's account. */
  walletId?: string | undefined;
  /** Credits all that was paid, at the plain rate where it has to be converted. */
  withoutFees?: boolean;
  /**
   * Converts at the rate of the order, or at the stored one. Necessary where the payment was late and the rate has
   * moved; otherwise an amount that matches the order is converted at its rate, and any other at the stored one.
   */
  rate?: 'order' | 'current' | undefined;
  /** What was paid, where that is only known as text. */
  amount?: Money | undefined;
}

/** An exception whose amount is known, the wallet that is credited, and by which figures. */
export interface Credit {
  readonly amount: Money;
  readonly wallet: Wallet;
  readonly terms: CollectionTerms;
}

/** An exception whose amount is known. */
interface Creditable extends FoundException {
  amount: Money;
}

/** Where and by which figures staff credit a payment exception. */
@Injectable()
export class CreditTerms {
  constructor(
    private readonly ledger: LedgerService,
    private readonly pricing: CollectionPricing,
    private readonly rates: LateRates,
    private readonly fees: FeeSchedules,
  ) {}

  /** Throws `VirtualWalletNotFoundError`, `ExchangeRateUnavailableError` or `ExceptionNotCreditableError`. */
  async of(exception: FoundException, request: CreditRequest): Promise<Credit> {
    const found = creditable(exception, request.amount);
    const wallet = await this.walletFor(found, request.walletId);
    const terms = await this.termsOf(found, wallet, request);
    if (terms.credited.isNegative()) {
      throw new ExceptionNotCreditableError(`The fees of ${terms.collectionFee.toString()} exceed the amount paid.`);
    }
    if (!found.order && terms.credited.isZero()) {
      throw new ExceptionNotCreditableError('The fees take all of the amount paid: credit it without fees.');
    }
    return { amount: found.amount, wallet, terms };
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
   * The promised figures if they match the amount paid; otherwise, or at the stored rate on request, today's figures
   * for that amount, with the fee borne by the merchant.
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
    const figures = await this.pricing.computeFigures(
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
    const text = `The rail reported ${textOfReceived(known)}, which cannot be booked: name the amount that the rail owes.`;
    throw new ExceptionNotCreditableError(text);
  }
  return { ...found, amount: named };
}
