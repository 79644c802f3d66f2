import { askProvider, ProviderRoutes, Providers, type CollectCapability, type PayerBank } from '@app/rails';
import { Injectable } from '@nestjs/common';
import type { PaymentLink } from '../../links/domain/payment-link';
import type { CheckoutOrder } from '../domain/checkout-order';
import type { DebitAuthorisation } from '../domain/debit-account';
import type { Instruction } from '../domain/instruction';
import { BanksUnavailableError, MethodUnavailableError } from '../domain/errors';
import { CollectionRail, DebitRail, type RailOrder, type RailOrderRequest } from './ports';

/** The providers that collect: for a new order by its method, for everything after by what the order stores. */
@Injectable()
export class Collectors {
  constructor(
    private readonly providers: Providers,
    private readonly routes: ProviderRoutes,
  ) {}

  /** What the provider of the method asks of its payers; undefined for a method that no provider serves. */
  of(method: string): CollectCapability | undefined {
    return this.routes.collect(method)?.capability;
  }

  /** Of the provider that an order stores; false for one that is no longer configured. */
  isSimulated(provider: string): boolean {
    return this.providers.find(provider)?.isSimulated ?? false;
  }

  /**
   * The banks that payers of the method choose from; none for a method that does not ask for one. Throws
   * `BanksUnavailableError`.
   */
  async banksOf(method: string): Promise<readonly PayerBank[]> {
    const banks = this.of(method)?.banks ?? [];
    if (typeof banks !== 'function') return banks;
    return askProvider(banks).catch((error: unknown) => {
      throw new BanksUnavailableError(method, { cause: error });
    });
  }

  /** Throws `MethodUnavailableError`, and what the provider throws. */
  async open(request: RailOrderRequest): Promise<RailOrder & { provider: string }> {
    const route = this.routes.collect(request.method.code);
    if (!route) throw new MethodUnavailableError();
    const rail = this.providers.adapterIn(CollectionRail, route.provider);
    const order = await askProvider((signal) => rail.open(request, signal));
    return { ...order, provider: rail.provider };
  }

  /** Returns what the payer still has to do. Throws `DebitDeclinedError`, and what the provider throws. */
  confirmDebit(
    { description }: PaymentLink,
    order: CheckoutOrder,
    debit: DebitAuthorisation,
  ): Promise<readonly Instruction[]> {
    const rail = this.providers.adapterOf(DebitRail, order.provider);
    const debited = { reference: order.providerReference, amount: order.terms.payerAmount, description };
    return askProvider((signal) => rail.confirm(debited, debit, signal));
  }
}
