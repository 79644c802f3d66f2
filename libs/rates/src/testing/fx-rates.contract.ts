import { decimal } from '@app/kernel';
import type { FxRates } from '../application/ports';
import { reviewRates } from '../domain/rate-review';

/** What every source must do that quotes at least ARS and BRL correctly. */
export function fxRatesContract(source: () => Promise<FxRates>): void {
  it('quotes everything against USD, and each currency once', async () => {
    const rates = await (await source()).fetch();
    expect(new Set(rates.map((rate) => rate.base))).toEqual(new Set(['USD']));
    expect(new Set(rates.map((rate) => rate.quote)).size).toBe(rates.length);
  });

  it('quotes rates that pass the review', async () => {
    const rates = await (await source()).fetch();
    const { accepted, rejected } = reviewRates(rates, [], { maxJump: decimal('20'), now: new Date() });
    expect(accepted.map((rate) => rate.quote)).toEqual(expect.arrayContaining(['ARS', 'BRL']));
    expect(rejected).toEqual([]);
  });
}
