import { decimal, type Decimal } from '@app/kernel';
import { ExchangeRateUnavailableError, type Rates } from '@app/rates';
import type { CollectionTerms } from '../../links/domain/collection-terms';

const HUNDRED = decimal('100');

/** Decides whether a late payment can still be credited at the rate of its order. */
export class LateRates {
  constructor(
    private readonly rates: Rates,
    /** In per cent of the order's rate. */
    private readonly tolerance: Decimal,
  ) {}

  /**
   * Whether the stored rate differs from the terms' by more than the tolerance, in either direction. A rate that is
   * missing or too old counts as moved; terms without a conversion never move.
   */
  async haveMoved({ exchangeRate, payerAmount, currency }: CollectionTerms): Promise<boolean> {
    if (exchangeRate === null) return false;
    try {
      const { value } = await this.rates.current(payerAmount.currency, currency);
      return isBeyond(decimal(exchangeRate), value, this.tolerance);
    } catch (error) {
      if (error instanceof ExchangeRateUnavailableError) return true;
      throw error;
    }
  }
}

/** The difference is compared without a division, which would round. */
function isBeyond(agreed: Decimal, stored: Decimal, tolerance: Decimal): boolean {
  return stored.minus(agreed).abs().times(HUNDRED).gt(agreed.times(tolerance));
}
