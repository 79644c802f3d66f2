import {
  DomainError,
  isCurrency,
  type Clock,
  type Currency,
  type Decimal,
  type Money,
  type WrittenAmount,
} from '@app/kernel';
import { ConversionQuoteError, ExchangeRateUnavailableError, InvalidCurrencyError } from '../domain/errors';
import {
  QUOTABLE_ORIGINS,
  quoteConversion,
  requestedAmount,
  type QuoteAmountType,
  type QuoteFigures,
} from '../domain/quote';
import type { Rate } from '../domain/rate';
import type { Rates } from './rates';

export interface QuoteRequest {
  amount: WrittenAmount;
  origin: string;
  destination: string;
  amountType: QuoteAmountType;
  /** Per cent; the account's. */
  conversionPercentage: Decimal;
}

export interface Quote extends QuoteFigures {
  origin: Currency;
  destination: Currency;
  amountType: QuoteAmountType;
  rate: Rate;
  quotedAt: Date;
}

export interface RateQuote {
  rate: Rate;
  /** Null when the request had no amount. */
  amount: Money | null;
  convertedAmount: Money | null;
}

/** The two conversion operations of the external API. Neither writes anything. */
export class Quotes {
  constructor(
    private readonly rates: Rates,
    private readonly clock: Clock,
  ) {}

  /**
   * Quotes a conversion. Throws `InvalidCurrencyError` for an origin that is not quoted, `ValidationError` for an
   * invalid amount, and `ConversionQuoteError` for any other failure, including an unusable destination and a database
   * that is down.
   */
  async quote(request: QuoteRequest): Promise<Quote> {
    const origin = QUOTABLE_ORIGINS.find((currency) => currency === request.origin);
    if (!origin) throw new InvalidCurrencyError(request.origin, QUOTABLE_ORIGINS);
    const { destination, amountType, conversionPercentage } = request;
    if (!isCurrency(destination)) throw new ConversionQuoteError();
    try {
      const rate = await this.rates.getCurrent(origin, destination);
      const amount = requestedAmount(request.amount, amountType === 'charge' ? origin : destination);
      const figures = quoteConversion({
        amount,
        amountType,
        origin,
        destination,
        conversionPercentage,
        rate: rate.value,
      });
      return { ...figures, origin, destination, amountType, rate, quotedAt: this.clock.now() };
    } catch (error) {
      if (error instanceof DomainError && !(error instanceof ExchangeRateUnavailableError)) throw error;
      throw new ConversionQuoteError(error);
    }
  }

  /**
   * The rate between any two currencies and, if there is an amount, that amount converted half-up and without fees.
   * Throws `ValidationError` for an invalid amount, and `ExchangeRateUnavailableError` for any other failure.
   */
  async quoteRate(origin: string, destination: string, amount?: WrittenAmount): Promise<RateQuote> {
    if (!isCurrency(origin) || !isCurrency(destination)) throw new ExchangeRateUnavailableError(origin, destination);
    const asked = amount === undefined ? null : requestedAmount(amount, origin);
    const rate = await this.rates.getCurrent(origin, destination).catch((error: unknown) => {
      if (error instanceof ExchangeRateUnavailableError) throw error;
      throw Object.assign(new ExchangeRateUnavailableError(origin, destination), { cause: error });
    });
    return { rate, amount: asked, convertedAmount: asked && asked.convert(rate.value, destination, 'half-up') };
  }
}
