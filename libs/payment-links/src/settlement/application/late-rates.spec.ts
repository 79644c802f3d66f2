import { decimal } from '@app/kernel';
import type { Rates } from '@app/rates';
import { convertedTerms } from '../../testing/factories';
import { LateRates } from './late-rates';

/** Whether an order at that rate has moved when that one is stored. */
function haveMoved(exchangeRate: string, stored: string, tolerance = '2'): Promise<boolean> {
  const rates = { getCurrent: async () => ({ value: decimal(stored) }) } as unknown as Rates;
  return new LateRates(rates, decimal(tolerance), 0).haveMoved({ ...convertedTerms(), exchangeRate });
}

describe('the rate of a late payment', () => {
  it.each([
    ['333.333333333333', '340'],
    ['333.333333333333', '326.666666666666666666666666666667'],
    ['0.000333333333', '0.00034'],
  ])(
    'of %s has not moved by more than two per cent at %s, which is exactly that without rounding',
    async (...rates) => {
      await expect(haveMoved(...rates)).resolves.toBe(false);
    },
  );

  it.each([
    ['333.333333333333', '340.000000001'],
    ['333.333333333333', '326.666666665'],
  ])('of %s has moved by more than two per cent at %s', async (...rates) => {
    await expect(haveMoved(...rates)).resolves.toBe(true);
  });

  it('has not moved when the same rate, which the order keeps rounded, is still stored: also with no tolerance', async () => {
    await expect(haveMoved('333.333333333333', '333.333333333333333333333333333333', '0')).resolves.toBe(false);
    await expect(haveMoved('333.333333333333', '333.3333333334', '0')).resolves.toBe(true);
  });
});
