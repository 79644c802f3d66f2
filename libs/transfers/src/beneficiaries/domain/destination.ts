import type { Currency } from '@app/kernel';

/** The countries that money can be sent to, with the currency of their banks. */
export const COUNTRY_CURRENCIES = {
  AR: 'ARS',
  BO: 'BOB',
  BR: 'BRL',
  CL: 'CLP',
  CO: 'COP',
  MX: 'MXN',
  US: 'USD',
} as const satisfies Readonly<Record<string, Currency | string>>;

export type BankCountry = keyof typeof COUNTRY_CURRENCIES;

export function isBankCountry(code: string): code is BankCountry {
  return Object.hasOwn(COUNTRY_CURRENCIES, code);
}

/** An identity document, as the payer's country writes it. */
export interface IdentityDocument {
  readonly type: string;
  readonly number: string;
}

/** The bank fields of a destination, whole: `name`, `cbu`, `pix_key`, `code`, `account_number`… */
export type BankFields = Readonly<Record<string, string>>;
