import type { PayerCurrency } from '@app/kernel';
import { FxRates } from '../application/ports';
import type { SourceRate } from '../domain/rate-review';

/** Round figures, not market rates: for the sandbox and tests. */
const UNITS_PER_USD: Readonly<Record<Exclude<PayerCurrency, 'USD'>, string>> = {
  ARS: '1000',
  BRL: '5',
  COP: '4000',
  CLP: '950',
  MXN: '18',
  BOB: '6.9',
};

/** The built-in table. */
export class FixedFxRates extends FxRates {
  async fetch(): Promise<SourceRate[]> {
    return Object.entries(UNITS_PER_USD).map(([quote, value]) => ({ base: 'USD', quote, value, asOf: null }));
  }
}
