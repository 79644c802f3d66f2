import { decimal } from '@app/kernel';
import type { FxRates } from '../application/ports';
import { reviewRates } from '../domain/rate-review';

/** What every source must do when it quotes ARS and BRL, at least, in good order. */
export function fxRatesContract(source: () => Promise<FxRates>): void {
  it('quotes everything against USD, and no currency twice', async () => {
    const rates = await (await source()).fetch();
    expect(new Set(rates.map((rate) => rate.base))).toEqual(new Set(['USD']));
    expect(new Set(rates.map((rate) => rate.quote)).size).toBe(rates.length);
  });

  it('quotes in a form that passes review', async () => {
    const rates = await (await source()).fetch();
    const { accepted, refused } = reviewRates(rates, [], { maxJump: decimal('20'), now: new Date() });
    expect(accepted.map((rate) => rate.quote)).toEqual(expect.arrayContaining(['ARS', 'BRL']));
    expect(refused).toEqual([]);
  });
}
