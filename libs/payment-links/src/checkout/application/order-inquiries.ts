import { StatusInquiries, type Subject } from '@app/rails';
import { Injectable } from '@nestjs/common';
import { needsVerification } from '../domain/instruction';
import { COLLECTION, type CheckoutOrder } from '../domain/checkout-order';

/** The worker asks about an order for the first time if its provider has not notified us by then. */
const FIRST_INQUIRY_MS = 60_000;

/** Plans status inquiries about orders: a notification may be late or lost. Rule 6.11. */
@Injectable()
export class OrderInquiries {
  constructor(private readonly inquiries: StatusInquiries) {}

  /** After the provider has opened the order: the worker asks a minute later, then less and less often. */
  askLater({ provider, providerReference: reference }: Pick<CheckoutOrder, 'provider' | 'providerReference'>) {
    return this.schedule([{ provider, reference }], FIRST_INQUIRY_MS);
  }

  /** After these orders have expired: the payer may have paid just before. */
  askNow(orders: readonly Subject[]): Promise<void> {
    return this.schedule(orders);
  }

  /**
   * When the payer opens the page of an order that is paid, or whose account is verified, on a page of the provider or
   * of a bank, and may come from there.
   */
  askOnReturn({ provider, providerReference: reference, instructions, status }: CheckoutOrder): Promise<void> {
    const isWaiting = status === 'open' || (status === 'confirmed' && needsVerification(instructions));
    const leadsAway = isWaiting && instructions.some(({ kind }) => kind === 'link');
    return leadsAway ? this.schedule([{ provider, reference }]) : Promise.resolve();
  }

  /**
   * Before a decision that depends on the provider's response: what the provider reports is settled first, if that can
   * be done soon.
   */
  async settle({ provider, providerReference: reference }: CheckoutOrder): Promise<void> {
    await this.inquiries.askNow({ provider, kind: COLLECTION, reference });
  }

  private schedule(orders: readonly Subject[], inMs?: number): Promise<void> {
    return this.inquiries.schedule(
      orders.map(({ provider, reference }) => ({ provider, kind: COLLECTION, reference })),
      inMs,
    );
  }
}
