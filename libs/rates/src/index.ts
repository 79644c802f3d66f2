export { Quotes, type Quote, type QuoteRequest, type RateQuote } from './application/quotes';
export { Rates } from './application/rates';
export { RatesRefresher } from './application/rates-refresher';
export { ExchangeRateUnavailableError, ConversionQuoteError } from './domain/errors';
export { QUOTABLE_ORIGINS, QUOTE_AMOUNT_TYPES, type QuoteAmountType } from './domain/quote';
export { Rate } from './domain/rate';
export { hasMovedBeyond, type RejectedRate, type SourceRate } from './domain/rate-review';
export type { RateSource, StoredRate } from './domain/stored-rates';
export { RatesModule } from './rates.module';
