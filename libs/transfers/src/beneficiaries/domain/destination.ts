import { toCurrency, type Currency } from '@app/kernel';

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

export const BANK_COUNTRIES = Object.keys(COUNTRY_CURRENCIES) as readonly BankCountry[];

export function isBankCountry(code: string): code is BankCountry {
  return Object.hasOwn(COUNTRY_CURRENCIES, code);
}

export function currencyOfBank(country: BankCountry): Currency {
  return toCurrency(COUNTRY_CURRENCIES[country]);
}

/** The country whose banks use the currency; undefined for a currency of no such country. */
export function countryOfCurrency(currency: Currency): BankCountry | undefined {
  return BANK_COUNTRIES.find((country) => COUNTRY_CURRENCIES[country] === currency);
}

/** An identity document, as the payer's country writes it. */
export interface IdentityDocument {
  readonly type: string;
  readonly number: string;
}

/** The bank fields of a destination, unmasked: `name`, `cbu`, `pix_key`, `code`, `account_number`… */
export type BankFields = Readonly<Record<string, string>>;
