import type { Schemas } from '../api/client';

export type BankCountry = Schemas['Beneficiary']['bank_country'];
export type BankField = keyof Schemas['BankFields'];

/** How a bank account in Brazil is identified: by its Pix key, or by bank code and account number. */
export type BrazilianWay = 'pix_key' | 'account';

/** The countries to whose banks the account can send money, with their currencies. */
export const BANK_CURRENCIES: Readonly<Record<BankCountry, string>> = {
  AR: 'ARS',
  BO: 'BOB',
  BR: 'BRL',
  CL: 'CLP',
  CO: 'COP',
  MX: 'MXN',
  US: 'USD',
};

export const BANK_COUNTRIES = Object.keys(BANK_CURRENCIES) as readonly BankCountry[];

export const ACCOUNT_TYPES = ['checking', 'savings'] as const;

const FIELDS: Readonly<Record<BankCountry, readonly BankField[]>> = {
  AR: ['cbu'],
  BO: ['code', 'account_number'],
  BR: ['pix_key'],
  CL: ['code', 'account_number', 'account_type'],
  CO: ['code', 'account_number', 'account_type'],
  MX: ['clabe'],
  US: ['routing_number', 'account_number', 'account_type'],
};

/** The fields that a bank of the country needs besides its name, in the usual order. */
export function bankFieldsOf(country: BankCountry, way: BrazilianWay): readonly BankField[] {
  return country === 'BR' && way === 'account' ? ['code', 'account_number'] : FIELDS[country];
}

/** The documents that people of the country have; the API checks the numbers of some. */
const DOCUMENTS: Readonly<Record<BankCountry, readonly string[]>> = {
  AR: ['cuit', 'cuil', 'dni'],
  BO: ['ci', 'nit'],
  BR: ['cpf', 'cnpj'],
  CL: ['rut'],
  CO: ['nit', 'cc'],
  MX: ['rfc', 'curp'],
  US: ['ein', 'ssn'],
};

/** The countries whose banks accept no other document. */
const ONLY: ReadonlySet<BankCountry> = new Set(['CL', 'CO']);

/** The types of document to choose from, for a bank in one country and a holder from another. */
export function documentTypesOf(bankCountry: BankCountry, country: string): readonly string[] {
  if (ONLY.has(bankCountry)) return DOCUMENTS[bankCountry];
  const own = isBankCountry(country) ? DOCUMENTS[country] : [];
  return [...new Set([...DOCUMENTS[bankCountry], ...own, 'passport'])];
}

export function isBankCountry(code: string): code is BankCountry {
  return Object.hasOwn(BANK_CURRENCIES, code);
}
