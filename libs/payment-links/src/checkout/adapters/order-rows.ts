import { Money } from '@app/kernel';
import type { CollectionTerms } from '../../links/domain/collection-terms';
import type { PayerLanguage } from '../../links/domain/payer-language';
import type { CheckoutOrder, OrderStatus, Payer } from '../domain/checkout-order';
import { storedInstruction } from '../domain/instruction';
import type { ShownDebitAccount } from '../domain/debit-account';

type TermsJson = {
  [K in keyof Omit<CollectionTerms, 'payerFee'>]: CollectionTerms[K] extends Money ? string : CollectionTerms[K];
} & {
  payerCurrency: string;
  /** Absent in rows that were stored before receipts for it existed. */
  payerFee?: string;
};

export interface OrderRow {
  order_id: string;
  order_link_id: string;
  order_method: string;
  order_status: OrderStatus;
  order_provider: string;
  order_reference: string;
  order_payer: Payer;
  order_language: PayerLanguage | null;
  order_terms: TermsJson & { agreed?: TermsJson };
  order_instructions: Parameters<typeof storedInstruction>[0][];
  order_debit: ShownDebitAccount | null;
  order_expires_at: Date | null;
  order_created_at: Date;
}

/** The columns of an order, with aliases that differ from the columns of the link they are joined with. */
export const ORDER_COLUMNS = `o.id AS order_id, o.link_id AS order_link_id, o.method AS order_method,
  o.status AS order_status, o.provider AS order_provider, o.provider_reference AS order_reference,
  o.payer AS order_payer, o.language AS order_language, o.terms AS order_terms, o.instructions AS order_instructions,
  o.debit AS order_debit,
  o.expires_at AS order_expires_at, o.created_at AS order_created_at`;

export function toOrder(row: OrderRow): CheckoutOrder {
  return {
    id: row.order_id,
    linkId: row.order_link_id,
    method: row.order_method,
    status: row.order_status,
    provider: row.order_provider,
    providerReference: row.order_reference,
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
