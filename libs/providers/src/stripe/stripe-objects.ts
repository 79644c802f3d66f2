import { UnitOfWork } from '@app/kernel';
import { ProviderObjects } from '@app/rails';
import { Injectable } from '@nestjs/common';
import { STRIPE } from './stripe-wire';

/** What the ids of Stripe that are stored belong to: a link, an order, a bank account, a payout. */
export type StripeObjectKind =
  | 'payment_link'
  | 'payment_intent'
  | 'recipient'
  | 'payout_method'
  /** What the payment of a payout is made from, stored before it is made. */
  | 'payout_plan'
  | 'outbound_payment'
  | 'financial_address';

/** The ids that Stripe gave to objects of ours. */
@Injectable()
export class StripeObjects {
  constructor(
    private readonly objects: ProviderObjects,
    private readonly uow: UnitOfWork,
  ) {}

  /** Stripe's id of our record; undefined before it is known. */
  async find(kind: StripeObjectKind, ourId: string): Promise<string | undefined> {
    return (await this.objects.find(storedKind(kind), ourId))?.theirId;
  }

  /** Our record that has Stripe's id; undefined when none has. */
  async ownerOf(kind: StripeObjectKind, theirId: string): Promise<string | undefined> {
    return (await this.objects.findTheirs({ provider: STRIPE, kind: storedKind(kind), theirId }))?.ourId;
  }

  /** Stores Stripe's id of our record, in a transaction of its own, and returns the one that was stored first. */
  async keep(kind: StripeObjectKind, ourId: string, theirId: string): Promise<string> {
    const object = { provider: STRIPE, kind: storedKind(kind), ourId, theirId };
    if (await this.uow.once((tx) => this.objects.add(tx, object))) return theirId;
    return (await this.find(kind, ourId)) ?? theirId;
  }
}

/** Other providers may have objects of the same names. */
function storedKind(kind: StripeObjectKind): string {
  return `${STRIPE}_${kind}`;
}
