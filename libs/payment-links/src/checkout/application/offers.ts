import type { CollectionFigures } from '@app/fees';
import type { PayerBank, PayerField } from '@app/rails';
import { Injectable } from '@nestjs/common';
import {
  CollectionPricing,
  offeredMethods,
  priceRequest,
  type OfferedMethod,
} from '../../links/application/collection-pricing';
import { CollectionProfiles } from '../../links/application/collection-profiles';
import { ServedMethods } from '../../links/application/served-methods';
import type { PaymentLink } from '../../links/domain/payment-link';
import { isBankDebit, type PaymentMethod } from '../../links/domain/payment-method';
import type { CheckoutOrder } from '../domain/checkout-order';
import { Collectors } from './collectors';
import type { CheckoutView } from './ports';

/** A method as a payer is offered it, with the banks to choose from if it asks for one. */
export interface Offer extends OfferedMethod {
  banks: readonly PayerBank[];
  /** What the provider requires of the payer. */
  requires: readonly PayerField[];
}

/** The ways to pay a link. */
@Injectable()
export class Offers {
  constructor(
    private readonly collectors: Collectors,
    private readonly pricing: CollectionPricing,
    private readonly profiles: CollectionProfiles,
    private readonly methods: ServedMethods,
  ) {}

  /**
   * The methods that can pay this link now, each with what the payer would pay. A method whose fees exceed the amount
   * is left out if there is another. If there is none, rates or fees have changed since the link was created, and the
   * payment waits for staff. Throws `ExchangeRateUnavailableError` when the amount cannot be computed at the moment, and
   * `BanksUnavailableError` when no method can be offered because the list of its banks is unavailable.
   */
  async of(view: CheckoutView): Promise<Offer[]> {
    const candidates = this.methods.in(view.link.currency).filter((method) => this.canPay(method, view));
    const priced = await Promise.all(
      candidates.map(async (method) => ({ method, figures: await this.figures(view.link, method) })),
    );
    const offers = await Promise.allSettled(offeredMethods(priced).map((offered) => this.offerOf(offered)));
    const available = offers.filter((offer) => offer.status === 'fulfilled').map(({ value }) => value);
    const failed = offers.find((offer) => offer.status === 'rejected');
    if (failed && available.length === 0) throw failed.reason;
    return available;
  }

  private async offerOf(offered: OfferedMethod): Promise<Offer> {
    const { method, figures } = offered;
    const banks = await this.banksOf(method.code);
    return { method, figures, banks, requires: this.requirementsOf(method.code) };
  }

  /** Whether nothing but a simulation serves the order. */
  isSimulated({ provider }: Pick<CheckoutOrder, 'provider'>): boolean {
    return this.collectors.isSimulated(provider);
  }

  /**
   * The banks that payers of the method choose from; none for a method that does not ask for one. Throws
   * `BanksUnavailableError`.
   */
  banksOf(method: string): Promise<readonly PayerBank[]> {
    return this.collectors.banksOf(method);
  }

  /** What the provider of the method requires of its payers. */
  requirementsOf(method: string): readonly PayerField[] {
    return this.collectors.of(method)?.requires ?? [];
  }

  /**
   * A card link has its one order from the start, at the card platform. USD can be switched off after the link was
   * made.
   */
  canPay(method: PaymentMethod, { link, usdEnabled }: CheckoutView): boolean {
    if (link.kind !== 'payment_link' || method.currency !== link.currency) return false;
    return (usdEnabled || !isBankDebit(method.code)) && this.collectors.of(method.code) !== undefined;
  }

  private async figures(link: PaymentLink, method: PaymentMethod): Promise<CollectionFigures> {
    const { fees } = await this.profiles.of(link.accountId);
    return this.pricing.computeFigures(priceRequest(link, fees, method.code), 'current');
  }
}
