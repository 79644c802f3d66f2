import { CARD, findMethod, type PaymentMethod } from '@app/payment-links';
import type { IconName } from './icons';

export type MethodType = PaymentMethod['type'];

export const METHOD_ICONS: Readonly<Record<MethodType, IconName>> = {
  bank_transfer: 'bank',
  qr: 'qr',
  bank_redirect: 'page',
  bank_debit: 'bank',
};

/** The documents that people pay with, as their countries call them. */
export const DOCUMENT_NAMES: Readonly<Record<string, string>> = {
  ARS: 'DNI, CUIT',
  BOB: 'CI, NIT',
  BRL: 'CPF, CNPJ',
  CLP: 'RUT',
  COP: 'CC, NIT',
  MXN: 'RFC, CURP',
};

/** PSE sends the payer to the page of their own bank, so it has to know which one. */
export function asksForBank(code: string): boolean {
  return code === 'cop_pse';
}

/** A method's name, `card` being the page's word for one; the code itself for one that is no longer offered. */
export function methodName(code: string, card: string): string {
  return code === CARD ? card : (findMethod(code)?.name ?? code);
}
