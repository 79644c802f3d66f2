import type { Currency, PayerCurrency } from '@app/kernel';
import type { PaymentMethod } from '@app/payment-links';
import type { IconName } from './icons';

export type MethodType = PaymentMethod['type'];

export const METHOD_ICONS: Readonly<Record<MethodType, IconName>> = {
  bank_transfer: 'bank',
  qr: 'qr',
  bank_redirect: 'page',
  bank_debit: 'bank',
};

const DOCUMENT_NAMES = {
  ARS: 'DNI, CUIT',
  BOB: 'CI, NIT',
  BRL: 'CPF, CNPJ',
  CLP: 'RUT',
  COP: 'CC, NIT',
  MXN: 'RFC, CURP',
  USD: null,
} satisfies Record<PayerCurrency, string | null>;

const NAMES_BY_CURRENCY = new Map<string, string | null>(Object.entries(DOCUMENT_NAMES));

/** The local names of the identity documents of those who pay in that currency; undefined where there are none. */
export function documentNames(currency: Currency): string | undefined {
  return NAMES_BY_CURRENCY.get(currency) ?? undefined;
}
