import { decimal, type Decimal, type Tx } from '@app/kernel';
import { ExchangeRateUnavailableError, hasMovedBeyond, type Rate, type Rates } from '@app/rates';
import { RATE_DIGITS } from '../../links/application/collection-pricing';
import type { CollectionTerms } from '../../links/domain/collection-terms';

/** Terms keep a rounded rate: a difference up to the last of its decimals may be due to that alone. */
const ROUNDING = decimal(`0.${'1'.padStart(RATE_DIGITS, '0')}`);

/** Decides whether a late payment can still be credited at the rate of its order. Rule 6.5. */
export class LateRates {
  constructor(
    private readonly rates: Rates,
    /** In per cent of the order's rate. */
    private readonly tolerance: Decimal,
    /** How long an order without a deadline holds its rate. */
    readonly lockMs: number,
  ) {}

  /**
   * Whether the stored rate differs from the terms' by more than the tolerance, in either direction. A rate that is
   * missing or too old counts as moved; terms without a conversion never move.
   */
  async haveMoved(terms: CollectionTerms): Promise<boolean> {
    const { exchangeRate, payerAmount, currency } = terms;
    if (exchangeRate === null) return false;
    try {
      return this.hasMoved(terms, await this.rates.getCurrent(payerAmount.currency, currency));
    } catch (error) {
      if (error instanceof ExchangeRateUnavailableError) return true;
      throw error;
    }
  }

  /** The same for any number of terms, in a transaction that holds locks. */
  async movedIn(tx: Tx): Promise<(terms: CollectionTerms) => boolean> {
    const rates = await this.rates.getCurrentIn(tx);
    return (terms) => this.hasMoved(terms, rates.find(terms.payerAmount.currency, terms.currency));
  }

  private hasMoved({ exchangeRate }: CollectionTerms, stored: Rate | undefined): boolean {
    if (exchangeRate === null) return false;
    return !stored || hasMovedBeyond(decimal(exchangeRate), stored.value, this.tolerance, ROUNDING);
  }
}
