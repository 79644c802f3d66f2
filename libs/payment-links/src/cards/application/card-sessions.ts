import { askProvider, ProviderRoutes, Providers } from '@app/rails';
import { CONFIG, type Config } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import { checkoutAddress } from '../../checkout/domain/checkout-address';
import type { CheckoutOrder } from '../../checkout/domain/checkout-order';
import { CardPaymentsNotEnabledError } from '../../links/domain/errors';
import { CARD } from '../../links/domain/payment-method';
import { CardPaymentError } from '../domain/errors';
import { CardPlatform, type CardSession, type CardSessionRequest } from './ports';

/** Sessions at the provider that accepts cards: the routed one for a new link, the order's for everything after. */
@Injectable()
export class CardSessions {
  constructor(
    private readonly providers: Providers,
    private readonly routes: ProviderRoutes,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  /** Throws `CardPaymentsNotEnabledError` when no provider accepts cards. */
  assertServed(): void {
    this.platform();
  }

  /** Throws `CardPaymentsNotEnabledError`, and `CardPaymentError` for every failure of the provider. */
  async open(charge: Omit<CardSessionRequest, 'returnUrl'>): Promise<CardSession & { provider: string }> {
    const platform = this.platform();
    const request = { ...charge, returnUrl: checkoutAddress(this.config, charge.linkId) };
    const session = await asked((signal) => platform.openSession(request, signal));
    return { ...session, provider: platform.provider };
  }

  /** Throws `CardPaymentError` for every failure of the provider. */
  close({ provider, providerReference }: CheckoutOrder): Promise<void> {
    return asked((signal) => this.providers.adapterOf(CardPlatform, provider).closeSession(providerReference, signal));
  }

  private platform(): CardPlatform {
    const route = this.routes.collect(CARD);
    if (!route) throw new CardPaymentsNotEnabledError();
    return this.providers.adapterIn(CardPlatform, route.provider);
  }
}

/** Every failure of the call, including a timeout, is a `CardPaymentError`. */
async function asked<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await askProvider(call);
  } catch (error) {
    throw new CardPaymentError(error);
  }
}
