import { FxRates } from '../application/ports';
import { readRates, type RateFormat } from '../domain/rate-formats';
import type { SourceRate } from '../domain/rate-review';
import { fetchText, type FetchOptions } from './fetch-text';

export interface HttpFxRatesOptions extends FetchOptions {
  url: string;
  /** `native` by default. */
  format?: RateFormat;
}

/** Market rates from an HTTP source, in one of the formats of `readRates`. */
export class HttpFxRates extends FxRates {
  constructor(private readonly options: HttpFxRatesOptions) {
    super();
  }

  async fetch(): Promise<SourceRate[]> {
    const { url, format = 'native' } = this.options;
    return readRates(format, await fetchText(url, {}, this.options));
  }
}
