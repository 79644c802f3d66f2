import { askProvider, ProviderRoutes, Providers } from '@app/rails';
import { CONFIG, type Config } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import { OrderInquiries } from '../../checkout/application/order-inquiries';
import { checkoutAddress } from '../../checkout/domain/checkout-address';
import type { CheckoutOrder } from '../../checkout/domain/checkout-order';
import { AmountDeclinedError } from '../../checkout/domain/errors';
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
    private readonly inquiries: OrderInquiries,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  /** Throws `CardPaymentsNotEnabledError` when no provider accepts cards. */
  assertServed(): void {
    this.platform();
  }

  /**
   * Throws `CardPaymentsNotEnabledError`, `AmountDeclinedError`, and `CardPaymentError` for every other failure of the
   * provider.
   */
  async open(charge: Omit<CardSessionRequest, 'returnUrl'>): Promise<CardSession & { provider: string }> {
    const platform = this.platform();
    const request = { ...charge, returnUrl: checkoutAddress(this.config, charge.linkId) };
    const { reference, instructions } = await asked((signal) => platform.openSession(request, signal));
    const { provider } = platform;
    await this.inquiries.askLater({ provider, providerReference: reference });
    return { provider, reference, instructions };
  }

  /**
   * Closes the order's session. A payment that was first is settled, unless that takes long. Throws `CardPaymentError` for
   * every failure of the provider, and while it has not decided about a payment.
   */
  async close(order: CheckoutOrder): Promise<'closed' | 'paid'> {
    const { provider, providerReference } = order;
    const platform = this.providers.adapterOf(CardPlatform, provider);
    const result = await asked((signal) => platform.closeSession(providerReference, signal));
    if (result === 'paid') await this.settle(order);
    return result;
  }

  private async settle(order: CheckoutOrder): Promise<void> {
    try {
      await this.inquiries.settle(order);
    } catch (error) {
      throw new CardPaymentError(error);
    }
  }

  private platform(): CardPlatform {
    const route = this.routes.collect(CARD);
    if (!route) throw new CardPaymentsNotEnabledError();
    return this.providers.adapterIn(CardPlatform, route.provider);
  }
}

/** Every failure of the call, including a timeout, is a `CardPaymentError`, except an amount that it does not take. */
async function asked<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await askProvider(call);
  } catch (error) {
    if (error instanceof AmountDeclinedError) throw error;
    throw new CardPaymentError(error);
  }
}
