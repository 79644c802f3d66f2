import { CARD, findMethod, type PaymentMethod } from '@app/payment-links';
import type { IconName } from './icons';

export type MethodType = PaymentMethod['type'];

export const METHOD_ICONS: Readonly<Record<MethodType, IconName>> = {
  bank_transfer: 'bank',
  qr: 'qr',
  bank_redirect: 'page',
  bank_debit: 'bank',
};

/** The local names of the identity documents that payers use, by payer currency. */
export const DOCUMENT_NAMES: Readonly<Record<string, string>> = {
  ARS: 'DNI, CUIT',
  BOB: 'CI, NIT',
  BRL: 'CPF, CNPJ',
  CLP: 'RUT',
  COP: 'CC, NIT',
  MXN: 'RFC, CURP',
};

/** PSE redirects payers to their own bank, so the payer has to name it. */
export function asksForBank(code: string): boolean {
  return code === 'cop_pse';
}

/** The name of a payment method: `card` for cards, the code itself for a method that is no longer offered. */
export function methodName(code: string, card: string): string {
  return code === CARD ? card : (findMethod(code)?.name ?? code);
}
