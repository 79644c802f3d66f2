import { ProviderRoutes, Providers, type KnownOrderState } from '@app/rails';
import { Injectable } from '@nestjs/common';
import type { Payout } from '../domain/payout';
import { PayoutRail, type RoutedPayouts } from './ports';

/** The providers that pay out: for a new payout by its destination, for everything after by what the payout stores. */
@Injectable()
export class PayoutRails {
  constructor(
    private readonly providers: Providers,
    private readonly routes: ProviderRoutes,
  ) {}

  /** Whether a provider pays out to banks of the country in the currency. */
  serves(country: string, currency: string): boolean {
    return this.routes.payOut(country, currency) !== undefined;
  }

  /** The provider of each destination, as a claim stores it. */
  routed(): RoutedPayouts[] {
    return this.routes.list().flatMap(({ provider, capability }) => {
      if (capability.kind !== 'pay_out') return [];
      const { country, currency } = capability;
      return [{ country, currency, provider: this.providers.adapterIn(PayoutRail, provider).provider }];
    });
  }

  /** What the payout's rail knows of it; undefined if the rail has never accepted it. Throws while it cannot tell. */
  async find(payout: Payout, signal: AbortSignal): Promise<KnownOrderState | undefined> {
    const known = await this.of(payout).find(payout.id, signal);
    return known.state === 'unknown' ? undefined : known;
  }

  /** Throws for a payout that has no provider, or one that is no longer configured. */
  of({ provider, destination, figures }: Payout): PayoutRail {
    if (provider !== null) return this.providers.adapterOf(PayoutRail, provider);
    throw new Error(`no provider pays out to ${destination.country} in ${figures.destinationAmount.currency}`);
  }
}
