import { assertMayMoveMoney, type Account } from '@app/accounts';
import type { CollectionFigures } from '@app/fees';
import { Clock, Money, roundTo, USD, WrittenAmount } from '@app/kernel';
import type { Lane } from '@app/ledger';
import { ExchangeRateUnavailableError, Rates } from '@app/rates';
import { Injectable } from '@nestjs/common';
import { MinimumAmountError } from '../domain/errors';
import { declaredCurrency, MINIMUM, type LinkKind, type PaymentLink } from '../domain/payment-link';
import { CollectionPricing, priceRequest } from './collection-pricing';
import { CollectionProfiles, type CollectionProfile } from './collection-profiles';
import { assertWorthCollecting, draftLink, isPayerCurrency, type Collector } from './link-draft';
import type { DeclaredAmount, NewPaymentLink } from './new-payment-link';

/** A repeating decimal rate is cut after 30 digits; rounding its product here restores an exact 2.00. */
const WORTH_DIGITS = 12;

/** What must hold before a link of either kind is created, and the link as it would be stored. */
@Injectable()
export class LinkDrafts {
  constructor(
    private readonly profiles: CollectionProfiles,
    private readonly pricing: CollectionPricing,
    private readonly rates: Rates,
    private readonly clock: Clock,
  ) {}

  /**
   * The checks that come before the body is validated: the account is not paused, is verified, has wallets, and the
   * amount is worth at least 2.00 USD. Throws the errors of those four, in this order.
   */
  async assertMayCreate(account: Account, declared: DeclaredAmount): Promise<void> {
    assertMayMoveMoney(account);
    await this.assertMinimum(await this.profiles.of(account.id), declared);
  }

  /** The link and the settings that it is priced with. Throws what `draftLink` throws. */
  async draft(
    kind: LinkKind,
    by: Collector,
    input: NewPaymentLink,
  ): Promise<{ link: PaymentLink; fees: CollectionProfile['fees'] }> {
    const profile = await this.profiles.of(by.account.id);
    return { link: draftLink(kind, by, input, profile, this.clock.now()), fees: profile.fees };
  }

  /**
   * The figures of a link whose exchange rate is fixed now. Throws `ValidationError` or `ExchangeRateUnavailableError`.
   */
  async computeFixedFigures(link: PaymentLink, fees: CollectionProfile['fees']): Promise<CollectionFigures> {
    const figures = await this.pricing.computeFigures(priceRequest(link, fees, null), 'current');
    assertWorthCollecting([figures]);
    return figures;
  }

  private async assertMinimum(profile: CollectionProfile, declared: DeclaredAmount): Promise<void> {
    const written = WrittenAmount.read(declared.amount);
    if (!written) return;
    const currency = declaredCurrencyOf(declared, profile);
    // An amount with more decimals than the currency has is rejected as such: what it is worth depends on how it is
    // read.
    if (!currency || !written.fits(currency)) return;
    // Accepts a rate of any age: yesterday's rate still distinguishes two dollars from twenty cents.
    const rate = await this.rates.findLastKnown(currency, USD);
    if (!rate) throw new ExchangeRateUnavailableError(currency, USD);
    const worth = roundTo(written.value.times(rate.value), WORTH_DIGITS, 'half-up');
    if (worth.lt(MINIMUM.amount)) {
      throw new MinimumAmountError(written.value, currency, Money.rounded(worth, USD, 'down'));
    }
  }
}

/** The currency of the declared amount; that of the local wallet when the request names no usable currency. */
function declaredCurrencyOf({ currency, amount_type }: DeclaredAmount, { wallets }: CollectionProfile) {
  const currencyOf = (wanted: Lane) => wallets.find(({ lane }) => lane === wanted)?.currency;
  if (!isPayerCurrency(currency)) return currencyOf('local');
  const wallet = currencyOf(currency === USD ? 'usd' : 'local');
  return wallet ? declaredCurrency(amount_type === 'charge' ? 'charge' : 'receive', currency, wallet) : currency;
}
