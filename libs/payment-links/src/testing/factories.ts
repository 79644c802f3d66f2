import { collectionFigures } from '@app/fees';
import { aCollection } from '@app/fees/testing';
import { decimal, Money, newId, toCurrency, WrittenAmount } from '@app/kernel';
import type { CheckoutOrder } from '../checkout/domain/checkout-order';
import { toTerms } from '../links/application/collection-pricing';
import type { NewPaymentLink } from '../links/application/new-payment-link';
import type { CollectionTerms } from '../links/domain/collection-terms';
import type { PaymentLink } from '../links/domain/payment-link';
import { creditedPayment } from '../settlement/application/received-payment-records';
import type { PaymentException } from '../settlement/domain/payment-exception';
import type { PaymentFact } from '../settlement/domain/payment-fact';
import type { ReceivedPayment } from '../settlement/domain/received-payment';

const MOMENT = new Date('2030-01-01T12:00:00.000Z');

/** Where a link belongs. */
export type LinkOwner = Pick<PaymentLink, 'accountId' | 'userId' | 'walletId'>;

/** A request for a link over 15000 ARS. */
export function aNewLink(changes: Omit<Partial<NewPaymentLink>, 'amount'> & { amount?: string } = {}): NewPaymentLink {
  return {
    currency: 'ARS',
    description: 'Order 1001',
    reference: null,
    amountType: 'receive',
    customerPaidFee: false,
    webhookUrl: null,
    returnUrl: null,
    ...changes,
    amount: WrittenAmount.of(changes.amount ?? '15000'),
  };
}

/** An active link over 15000 ARS into an ARS wallet, with the fee borne by the merchant. */
export function aLink(changes: Partial<PaymentLink> = {}): PaymentLink {
  return {
    id: newId(),
    kind: 'payment_link',
    accountId: newId(),
    userId: newId(),
    apiKeyId: null,
    walletId: newId(),
    amount: Money.of('15000', 'ARS'),
    amountType: 'receive',
    currency: toCurrency('ARS'),
    currencyDestiny: toCurrency('ARS'),
    description: 'Order 1001',
    reference: null,
    customerPaidFee: false,
    webhookUrl: null,
    returnUrl: null,
    status: 'active',
    expiresAt: null,
    currentUses: 0,
    paymentMethod: null,
    createdAt: MOMENT,
    updatedAt: MOMENT,
    ...changes,
  };
}

/** The terms of the worked examples: `aLink()` at 2.9 % and 0.30 USD, with parts of the collection changed. */
export function theTerms(parts: Parameters<typeof aCollection>[0] = {}): CollectionTerms {
  return toTerms(collectionFigures(aCollection(parts)));
}

/** 500 BRL charged, into an ARS wallet at 200 ARS a BRL. */
export function convertedTerms(): CollectionTerms {
  const [declared, payerCurrency] = [Money.of('500', 'BRL'), toCurrency('BRL')];
  return theTerms({ declared, payerCurrency, amountType: 'charge', rate: decimal('200') });
}

/** An open order for a link, a bank transfer with a day left. */
export function anOrder(changes: Partial<CheckoutOrder> & Pick<CheckoutOrder, 'linkId'>): CheckoutOrder {
  const id = changes.id ?? newId();
  return {
    id,
    method: 'ars_transfer',
    status: 'open',
    provider: 'sandbox',
    providerReference: `sbx_${id.replaceAll('-', '')}`,
    payer: { name: null, email: null, document: null },
    language: null,
    terms: theTerms(),
    debit: null,
    instructions: [{ label: 'alias', value: 'luna.rio.faro', kind: 'copy' }],
    expiresAt: new Date(Date.now() + 86_400_000),
    createdAt: new Date(),
    ...changes,
  };
}

/** The rail reports the payment that the order asks for. */
export function aPayment(order: CheckoutOrder, changes: Partial<PaymentFact> = {}): PaymentFact {
  return {
    provider: order.provider,
    id: `paid:${newId()}`,
    type: 'payment.received',
    reference: order.providerReference,
    paid: order.terms.payerAmount,
    payer: null,
    ...changes,
  };
}

/** The order's time ran out at the rail. */
export function anExpiry(order: CheckoutOrder, changes: Partial<PaymentFact> = {}): PaymentFact {
  return aPayment(order, { id: `lapsed:${newId()}`, type: 'order.lapsed', paid: null, ...changes });
}

/** The provider declined the payment. */
export function aDecline(order: CheckoutOrder, changes: Partial<PaymentFact> = {}): PaymentFact {
  return aPayment(order, { id: `declined:${newId()}`, type: 'order.declined', paid: null, ...changes });
}

/** An open exception about 15000 ARS that were paid for an unknown order. */
export function anException(changes: Partial<PaymentException> = {}): PaymentException {
  const id = changes.id ?? newId();
  return {
    id,
    provider: 'sandbox',
    notificationId: `paid:${id}`,
    reference: `sbx_${id}`,
    linkId: null,
    orderId: null,
    reason: 'unknown_order',
    amount: Money.of('15000', 'ARS'),
    expected: null,
    status: 'open',
    walletId: null,
    paymentReference: null,
    reversalReference: null,
    resolution: null,
    createdAt: MOMENT,
    resolvedAt: null,
    ...changes,
  };
}

/** A debit of 50 USD at 1 %, into a USD wallet. */
export function aDebitOrder(changes: Partial<CheckoutOrder> & Pick<CheckoutOrder, 'linkId'>): CheckoutOrder {
  const terms = theTerms({
    declared: Money.of('50', 'USD'),
    payerCurrency: toCurrency('USD'),
    walletCurrency: toCurrency('USD'),
    setting: { percentage: decimal('1'), fixedUsd: Money.zero('USD'), minimum: null, maximum: null },
  });
  return anOrder({ method: 'usd_bank_debit', expiresAt: null, terms, ...changes });
}

/** A fact of a rail about a debit. */
export function aDebitFact(
  order: CheckoutOrder,
  type: 'debit.submitted' | 'debit.settled' | 'debit.refused' | 'debit.returned',
  changes: Partial<PaymentFact> = {},
): PaymentFact {
  const paid = type === 'debit.settled' ? order.terms.payerAmount : null;
  return aPayment(order, { id: `${type}:${newId()}`, type, paid, ...changes });
}

/** The credited payment of a paid order, with a payer whose name needs quoting. */
export function aReceivedPayment(
  link: PaymentLink,
  order: CheckoutOrder,
  changes: Partial<ReceivedPayment> = {},
): ReceivedPayment {
  const payer = { name: 'Ana "Nanã"', email: 'ana@example.com', document: null };
  const nothing = Money.zero((changes.terms ?? order.terms).payerAmount.currency);
  const untouched = { refunded: nothing, disputed: nothing };
  return { ...creditedPayment(link, { ...order, payer }, MOMENT), ...untouched, ...changes };
}
