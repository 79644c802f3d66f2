import { amountFields, unsupportedAmountOf, type RailNotification } from '@app/rails';
import type { Payer } from '../../checkout/domain/checkout-order';
import { isNotificationType, type PaymentNotification } from '../domain/payment-notification';

/** The kind of notifications that `Settlement` settles. */
export const COLLECTION = 'collection';

/** A payment notification in the form that the inbox of rails stores. */
export function toRailNotification({ paid, payer, ...notification }: PaymentNotification): RailNotification {
  return { ...notification, kind: COLLECTION, ...amountFields(paid, { payer }) };
}

/** The payment notification that `toRailNotification` was given. Throws for a type that is not one of ours. */
export function toPaymentNotification(notification: RailNotification): PaymentNotification {
  const { provider, id, type, reference, amount, details } = notification;
  if (!isNotificationType(type)) throw new Error(`a notification of the kind ${COLLECTION} has the type ${type}`);
  const payer = (details?.['payer'] ?? null) as Payer | null;
  return { provider, id, type, reference, paid: amount ?? unsupportedAmountOf(notification), payer };
}
