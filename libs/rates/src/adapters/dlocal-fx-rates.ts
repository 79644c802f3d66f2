import { PAYER_CURRENCIES, USD } from '@app/kernel';
import { dlocalHeaders, type DlocalCredentials } from '@app/platform';
import { FxRates } from '../application/ports';
import { RateSourceError } from '../domain/errors';
import { readRates } from '../domain/rate-formats';
import type { SourceRate } from '../domain/rate-review';
import { fetchText, RateSourceStatusError, type FetchOptions } from './fetch-text';

export interface DlocalFxRatesOptions extends FetchOptions {
  url: string;
  credentials: DlocalCredentials;
}

/** The rates at which dLocal converts: one signed call for each currency of payers. */
export class DlocalFxRates extends FxRates {
  constructor(private readonly options: DlocalFxRatesOptions) {
    super();
  }

  /** Currencies that dLocal does not have for the merchant are left out. */
  async fetch(): Promise<SourceRate[]> {
    const currencies = PAYER_CURRENCIES.filter((currency) => currency !== USD);
    const rates = (await Promise.all(currencies.map((currency) => this.rateOf(currency)))).flat();
    if (rates.length === 0) throw new RateSourceError('dLocal has a rate for none of the currencies');
    return rates;
  }

  private async rateOf(currency: string): Promise<SourceRate[]> {
    const { url, credentials } = this.options;
    const address = `${url}?from=USD&to=${currency}`;
    try {
      return readRates('dlocal', await fetchText(address, dlocalHeaders(credentials, ''), this.options));
    } catch (error) {
      if (error instanceof RateSourceStatusError && [400, 404].includes(error.status)) return [];
      throw error;
    }
  }
}
