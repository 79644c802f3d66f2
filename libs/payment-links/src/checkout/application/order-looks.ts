import { Looks, type Subject } from '@app/rails';
import { Injectable } from '@nestjs/common';
import { COLLECTION, type CheckoutOrder } from '../domain/checkout-order';

/** An order whose provider has not notified us by then is asked about for the first time. */
const FIRST_LOOK_MS = 60_000;

/** When providers are asked about orders: a notification may be late or lost. Rule 6.11. */
@Injectable()
export class OrderLooks {
  constructor(private readonly looks: Looks) {}

  /** The provider has opened the order: it is asked a minute later, then less and less often. */
  opened({ provider, providerReference: reference }: Pick<CheckoutOrder, 'provider' | 'providerReference'>) {
    return this.schedule([{ provider, reference }], FIRST_LOOK_MS);
  }

  /** The time of these orders ran out: a payment may have been made just before. */
  expired(orders: readonly Subject[]): Promise<void> {
    return this.schedule(orders);
  }

  /** The payer looks at the page of an order that is paid on a page of the provider or of a bank, and may come from there. */
  returned({ provider, providerReference: reference, instructions, status }: CheckoutOrder): Promise<void> {
    const leadsAway = status === 'open' && instructions.some(({ kind }) => kind === 'link');
    return leadsAway ? this.schedule([{ provider, reference }]) : Promise.resolve();
  }

  private schedule(orders: readonly Subject[], inMs?: number): Promise<void> {
    return this.looks.schedule(
      orders.map(({ provider, reference }) => ({ provider, kind: COLLECTION, reference })),
      inMs,
    );
  }
}
