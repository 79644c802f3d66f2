import type { Currency, Money } from '@app/kernel';
import { ProviderRoutes, type CollectCapability } from '@app/rails';
import { Injectable } from '@nestjs/common';
import { CARD, PAYMENT_METHODS, type PaymentMethod } from '../domain/payment-method';

/** The ways to pay that a configured provider serves, and the largest amounts of each. */
@Injectable()
export class ServedMethods {
  constructor(private readonly routes: ProviderRoutes) {}

  /** In the order in which payers are offered them. The limit of each is the lower one of its own and its provider's. */
  list(): PaymentMethod[] {
    return PAYMENT_METHODS.flatMap((method: PaymentMethod) => {
      const route = this.routes.collect(method.code);
      return route ? [limited(method, largestIn(route.capability, method.currency))] : [];
    });
  }

  /** Those that payers of that currency pay with. */
  in(currency: Currency): PaymentMethod[] {
    return this.list().filter((method) => method.currency === currency);
  }

  /** The largest amount of a card payment in that currency; undefined where the provider has no limit. */
  largestByCard(currency: Currency): Money | undefined {
    const route = this.routes.collect(CARD);
    return route && largestIn(route.capability, currency);
  }
}

function largestIn({ largest }: CollectCapability, currency: Currency): Money | undefined {
  return largest.find((amount) => amount.currency === currency);
}

function limited(method: PaymentMethod, largest: Money | undefined): PaymentMethod {
  return largest?.isLessThan(method.maxAmount) ? { ...method, maxAmount: largest } : method;
}
