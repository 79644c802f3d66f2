import { DomainError } from '@app/kernel';

/** The pair has no rate, or only one that is too old. */
export class ExchangeRateUnavailableError extends DomainError {
  constructor(base?: string, quote?: string) {
    const pair = base && quote ? ` from ${base} to ${quote}` : '';
    super('EXCHANGE_RATE_UNAVAILABLE', `There is no usable exchange rate${pair} at the moment.`);
  }
}

/** Conversions from this currency are not quoted. */
export class InvalidCurrencyError extends DomainError {
  constructor(currency: string, quotable: readonly string[]) {
    const text = `Conversions from ${currency} are not quoted. Quotable origins: ${quotable.join(', ')}.`;
    super('INVALID_CURRENCY', text, { errors: { error: text } });
  }
}

/** The quote could not be computed. `cause` is logged, and not shown to the caller. */
export class ConversionQuoteError extends DomainError {
  constructor(cause?: unknown) {
    super('CONVERSION_QUOTE_ERROR', 'The conversion could not be quoted. Check the destination currency.');
    this.cause = cause;
  }
}

/** The source of market rates gave no usable response. Callers never see this error: the stored rates are kept. */
export class RateSourceError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'RateSourceError';
  }
}
