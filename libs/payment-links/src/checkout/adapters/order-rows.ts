import { Money } from '@app/kernel';
import { Columns, type RowOf } from '@app/platform';
import type { CollectionTerms } from '../../links/domain/collection-terms';
import type { CheckoutOrder } from '../domain/checkout-order';
import { storedInstruction, type StoredInstruction } from '../domain/instruction';

type TermsJson = {
  [K in keyof Omit<CollectionTerms, 'payerFee'>]: CollectionTerms[K] extends Money ? string : CollectionTerms[K];
} & {
  payerCurrency: string;
  /** Absent in rows that were stored before receipts for it existed. */
  payerFee?: string;
};

/** With the terms that the order was opened with, where staff credited it by others. */
type StoredTerms = TermsJson & { agreed?: TermsJson };

export const CHECKOUT_ORDERS = Columns.of<CheckoutOrder>()({
  id: ['uuid', (order) => order.id],
  link_id: ['uuid', (order) => order.linkId],
  method: ['text', (order) => order.method],
  status: ['text', (order) => order.status],
  provider: ['text', (order) => order.provider],
  provider_reference: ['text', (order) => order.providerReference],
  payer: ['jsonb', (order) => order.payer],
  language: ['text', (order) => order.language],
  terms: ['jsonb', (order): StoredTerms => fromTerms(order.terms)],
  instructions: ['jsonb', (order): readonly StoredInstruction[] => order.instructions],
  debit: ['jsonb', (order) => order.debit],
  expires_at: ['timestamptz', (order) => order.expiresAt],
  created_at: ['timestamptz', (order) => order.createdAt],
});

/** The columns of an order `o`, with aliases that differ from the columns of the link they are joined with. */
export const ORDER_COLUMNS = CHECKOUT_ORDERS.select('o', 'order_');

export type OrderRow = RowOf<typeof CHECKOUT_ORDERS, 'order_'>;

export function toOrder(row: OrderRow): CheckoutOrder {
  return {
    id: row.order_id,
    linkId: row.order_link_id,
    method: row.order_method,
    status: row.order_status,
    provider: row.order_provider,
    providerReference: row.order_provider_reference,
    payer: row.order_payer,
    language: row.order_language,
    terms: toTerms(row.order_terms),
    ...(row.order_terms.agreed && { agreedTerms: toTerms(row.order_terms.agreed) }),
    instructions: row.order_instructions.map(storedInstruction),
    debit: row.order_debit,
    expiresAt: row.order_expires_at,
    createdAt: row.order_created_at,
  };
}

export function fromTerms(terms: CollectionTerms): TermsJson {
  return {
    payerAmount: terms.payerAmount.toFixed(),
    payerCurrency: terms.payerAmount.currency,
    currency: terms.currency,
    gross: terms.gross.toFixed(),
    percentageAmount: terms.percentageAmount.toFixed(),
    fixedAmount: terms.fixedAmount.toFixed(),
    fixedAmountUsd: terms.fixedAmountUsd.toFixed(),
    collectionFee: terms.collectionFee.toFixed(),
    boundedBy: terms.boundedBy,
    borneBy: terms.borneBy,
    payerFee: terms.payerFee.toFixed(),
    conversionFee: terms.conversionFee.toFixed(),
    credited: terms.credited.toFixed(),
    exchangeRate: terms.exchangeRate,
    effectiveRate: terms.effectiveRate,
  };
}

function toTerms(json: TermsJson): CollectionTerms {
  const inWallet = (amount: string) => Money.stored(amount, json.currency);
  return {
    payerAmount: Money.stored(json.payerAmount, json.payerCurrency),
    currency: json.currency,
    gross: inWallet(json.gross),
    percentageAmount: inWallet(json.percentageAmount),
    fixedAmount: inWallet(json.fixedAmount),
    fixedAmountUsd: Money.stored(json.fixedAmountUsd, 'USD'),
    collectionFee: inWallet(json.collectionFee),
    boundedBy: json.boundedBy,
    borneBy: json.borneBy,
    payerFee: Money.stored(json.payerFee ?? '0', json.payerCurrency),
    conversionFee: inWallet(json.conversionFee),
    credited: inWallet(json.credited),
    exchangeRate: json.exchangeRate,
    effectiveRate: json.effectiveRate,
  };
}
