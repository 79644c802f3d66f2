import { UnitOfWork } from '@app/kernel';
import { ProviderObjects } from '@app/rails';
import { Injectable } from '@nestjs/common';
import { KeptIds } from '../kept-ids';
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
export class StripeObjects extends KeptIds<StripeObjectKind> {
  constructor(objects: ProviderObjects, uow: UnitOfWork) {
    super(STRIPE, objects, uow);
  }
}
