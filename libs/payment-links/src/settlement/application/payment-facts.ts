import { amountFields, textField, unsupportedAmountOf, type Fact } from '@app/rails';
import { COLLECTION, type Payer } from '../../checkout/domain/checkout-order';
import { isPaymentFactType, type PaymentFact } from '../domain/payment-fact';

/** A payment fact in the form that the inbox of rails stores. */
export function toCollectionFact({ paid, payer, paymentReference, paidAt, ...fact }: PaymentFact): Fact {
  const details = { payer, payment_reference: paymentReference, ...(paidAt && { paid_at: paidAt.toISOString() }) };
  return { ...fact, kind: COLLECTION, ...amountFields(paid, details) };
}

/** The payment fact that `toCollectionFact` was given. Throws for a type that is not one of ours. */
export function toPaymentFact(fact: Fact): PaymentFact {
  const { provider, id, type, reference, amount, details } = fact;
  if (!isPaymentFactType(type)) throw new Error(`a fact of the kind ${COLLECTION} has the type ${type}`);
  const paidAt = textField(details, 'paid_at');
  const payer = (details?.['payer'] ?? null) as Payer | null;
  return {
    provider,
    id,
    type,
    reference,
    paid: amount ?? unsupportedAmountOf(fact),
    payer,
    paymentReference: textField(details, 'payment_reference') ?? undefined,
    paidAt: paidAt === null ? undefined : new Date(paidAt),
  };
}
