import { toCollectionFact, type PaymentFact } from '@app/payment-links';
import type { Fact } from '@app/rails';
import { idIn, isObject, type Json } from '../json';
import { takesOf } from './stripe-disputes';
import { metadataOf, moneyOf, relatedId, sentIdIn, STRIPE } from './stripe-wire';

/** The metadata that payments of bank debits have, and no others. */
const MANDATE_KEY = 'servicepay_mandate';
/** The payment method whose decline the payer has seen: no news when Stripe reports it once more. */
const SEEN_KEY = 'servicepay_declined';

/** The metadata of a debit. `mandate` names the wording that the payer authorised. */
export function debitMetadata(reference: string, mandate: string) {
  return { ...metadataOf(reference), [MANDATE_KEY]: mandate };
}

/** The metadata that is added when the payer has seen that their account was declined. */
export function declineMetadata(paymentMethod: string) {
  return { [SEEN_KEY]: paymentMethod };
}

/** The wording that the payer authorised; undefined for a payment that is no debit of ours. */
export function mandateOf({ metadata }: Json): unknown {
  return isObject(metadata) ? metadata[MANDATE_KEY] : undefined;
}

/** Our reference of the debit; undefined for a payment that is no debit of ours. */
export function debitReference(intent: Json): string | undefined {
  return mandateOf(intent) === undefined ? undefined : sentIdIn(intent['metadata']);
}

/** The payment method that failed last, as far as it has a name; undefined when none has, or its payer has seen that. */
export function unseenDecline({ last_payment_error: failure, metadata }: Json): string | undefined {
  if (!isObject(failure)) return undefined;
  const method = relatedId(failure['payment_method']) ?? 'unnamed';
  return isObject(metadata) && metadata[SEEN_KEY] === method ? undefined : method;
}

/** The bank has the debit. */
export function submittedFact(reference: string, intent: Json): Fact | undefined {
  return debitFact(reference, intent, 'submitted');
}

/** The debit was declined after its payer had confirmed it. */
export function declinedFact(reference: string, intent: Json): Fact | undefined {
  return debitFact(reference, intent, 'refused');
}

/** The id of the fact that the debit has settled. */
export function settledId(payment: string): string {
  return `${payment}:settled`;
}

/** The debit has settled; undefined when the money cannot be read. */
export function settledFact(reference: string, intent: Json): Fact | undefined {
  const paid = moneyOf(intent['amount_received'], intent['currency']);
  return paid && debitFact(reference, intent, 'settled', paid);
}

function debitFact(
  reference: string,
  intent: Json,
  what: 'submitted' | 'settled' | 'refused',
  paid: PaymentFact['paid'] = null,
): Fact | undefined {
  const payment = idIn(intent, 'id');
  if (payment === undefined) return undefined;
  const about = { provider: STRIPE, reference, paid, payer: null, paymentReference: payment };
  return toCollectionFact({ ...about, id: `${payment}:${what}`, type: `debit.${what}` });
}

/** The bank has taken the debit back, which is final: Stripe reports that as a dispute, with what each line took. */
export function returnFacts(reference: string, dispute: Json): Fact[] {
  const payment = relatedId(dispute['payment_intent']);
  return takesOf(dispute).map(({ id, amount: paid }) =>
    toCollectionFact({
      provider: STRIPE,
      id,
      type: 'debit.returned',
      reference,
      paid,
      payer: null,
      ...(payment !== undefined && { paymentReference: payment }),
    }),
  );
}
