import { USD, type Currency, type Decimal, type Money } from '@app/kernel';
import {
  collectionFigures,
  collectionSettingFor,
  effectiveRateOf,
  type CollectionFigures,
  type FeeSchedule,
} from '@app/fees';
import { ExchangeRateUnavailableError, Rates } from '@app/rates';
import { Injectable } from '@nestjs/common';
import type { CollectionTerms } from '../domain/collection-terms';
import type { AmountType, PaymentLink } from '../domain/payment-link';
import type { PaymentMethod } from '../domain/payment-method';

export interface PriceRequest {
  declared: Money;
  amountType: AmountType;
  payerCurrency: Currency;
  walletCurrency: Currency;
  customerPaysFee: boolean;
  fees: FeeSchedule;
  byCard: boolean;
  /** Null while no method has been chosen: the general setting applies. */
  method: string | null;
  /** The exchange rate to use instead of the stored one. */
  exchangeRate?: Decimal | undefined;
  /** For a wallet that such a collection is not usually credited to: bounds are amounts of another currency. */
  ignoresBounds?: boolean;
}

/** What the price of a link depends on. `method` is null while none has been chosen, and always for a card link. */
export function priceRequest(link: PaymentLink, fees: FeeSchedule, method: string | null): PriceRequest {
  return {
    declared: link.amount,
    amountType: link.amountType,
    payerCurrency: link.currency,
    walletCurrency: link.currencyDestiny,
    customerPaysFee: link.customerPaidFee,
    fees,
    byCard: link.kind === 'card_payment_link',
    method,
  };
}

/** A method as it is offered to one payer, with the figures of a collection by it. */
export interface OfferedMethod {
  method: PaymentMethod;
  figures: CollectionFigures;
}

/**
 * The methods that a payer is offered: those whose limits the amount is within. A method whose fees exceed the amount
 * is left out if there is another.
 */
export function offeredMethods(priced: readonly OfferedMethod[]): OfferedMethod[] {
  const possible = priced.filter(({ method, figures }) => isWithinLimits(method, figures));
  const worthwhile = possible.filter(({ figures }) => !figures.feeExceedsAmount);
  return worthwhile.length > 0 ? worthwhile : possible;
}

function isWithinLimits(method: PaymentMethod, { payerAmount }: CollectionFigures): boolean {
  return !payerAmount.isLessThan(method.minAmount) && !payerAmount.isGreaterThan(method.maxAmount);
}

/** How fresh rates must be: `current` for a promise to a payer, `last-known` for an estimate. */
type Freshness = 'current' | 'last-known';

/** Computes collections with the account's fees and the stored rates. */
@Injectable()
export class CollectionPricing {
  constructor(private readonly rates: Rates) {}

  /**
   * The figures; throws `ExchangeRateUnavailableError` when a rate that they need is missing or, for `current`, too
   * old.
   */
  async computeFigures(request: PriceRequest, freshness: Freshness): Promise<CollectionFigures> {
    const { payerCurrency, walletCurrency } = request;
    const setting = collectionSettingFor(request.fees, {
      lane: payerCurrency === USD ? 'usd' : 'local',
      byCard: request.byCard,
      method: request.method,
    });
    const bounded = request.ignoresBounds ? { ...setting, minimum: null, maximum: null } : setting;
    const needsUsd = setting.fixedUsd.isPositive() && walletCurrency !== USD;
    const [rate, usdToWallet] = await Promise.all([
      payerCurrency === walletCurrency
        ? null
        : (request.exchangeRate ?? this.rate(payerCurrency, walletCurrency, freshness)),
      needsUsd ? this.rate(USD, walletCurrency, freshness) : null,
    ]);
    return collectionFigures({
      declared: request.declared,
      amountType: request.amountType,
      payerCurrency,
      walletCurrency,
      customerPaysFee: request.customerPaysFee,
      setting: bounded,
      conversionPercentage: request.fees.conversion.percentage,
      rate,
      usdToWallet,
    });
  }

  /**
   * The figures of the link for each of the methods at the last known rates. Methods with the same fees are computed
   * once. Throws `ExchangeRateUnavailableError` when there never was a rate.
   */
  async estimate(link: PaymentLink, fees: FeeSchedule, methods: readonly PaymentMethod[]): Promise<OfferedMethod[]> {
    const pricedAs = ({ code }: PaymentMethod) => (fees.methods.has(code) ? code : null);
    const apart = [...new Set(methods.map(pricedAs))];
    const figures = await Promise.all(
      apart.map((method) => this.computeFigures(priceRequest(link, fees, method), 'last-known')),
    );
    return methods.map((method) => ({
      method,
      figures: figures[apart.indexOf(pricedAs(method))] as CollectionFigures,
    }));
  }

  private async rate(base: Currency, quote: Currency, freshness: Freshness): Promise<Decimal> {
    if (freshness === 'current') return (await this.rates.getCurrent(base, quote)).value;
    const known = await this.rates.findLastKnown(base, quote);
    if (!known) throw new ExchangeRateUnavailableError(base, quote);
    return known.value;
  }
}

/** Decimals kept of a rate that is stored and shown; amounts are computed with the exact one. */
export const RATE_DIGITS = 12;

/** The figures as an order keeps them. */
export function toTerms(figures: CollectionFigures): CollectionTerms {
  const converted = figures.exchangePosition !== null;
  return {
    payerAmount: figures.payerAmount,
    currency: figures.gross.currency,
    gross: figures.gross,
    percentageAmount: figures.percentageAmount,
    fixedAmount: figures.fixedAmount,
    fixedAmountUsd: figures.fixedAmountUsd,
    collectionFee: figures.collectionFee,
    boundedBy: figures.boundedBy,
    borneBy: figures.borneBy,
    payerFee: figures.payerFee,
    conversionFee: figures.conversionFee,
    credited: figures.credited,
    exchangeRate: converted ? shown(figures.exchangeRate) : null,
    effectiveRate: converted ? shown(effectiveRateOf(figures)) : null,
  };
}

function shown(rate: Decimal): string {
  return rate.round(RATE_DIGITS).toFixed();
}
