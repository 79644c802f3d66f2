import { Problems, type Currency } from '@app/kernel';
import { parseBank, type BankInput } from './bank-fields';
import {
  BANK_COUNTRIES,
  currencyOfBank,
  isBankCountry,
  type BankCountry,
  type BankFields,
  type IdentityDocument,
} from './destination';
import { parseDocument } from './documents';

export interface DestinationInput {
  bankCountry: string;
  /** The holder's own country; by default the bank's. */
  country?: string;
  bank: BankInput;
  document: IdentityDocument;
}

/** A destination whose numbers have been checked and normalised. */
export interface ParsedDestination {
  readonly bankCountry: BankCountry;
  /** The currency of the bank's country. */
  readonly currency: Currency;
  readonly bank: BankFields;
  readonly document: IdentityDocument;
}

/**
 * Checks bank fields and document by the bank's country. Throws a `ValidationError` with all problems, those that
 * `problems` has already included; `bankCountryField` is the name under which a request has the country.
 */
export function parseDestination(
  { bankCountry: code, country = code, bank, document }: DestinationInput,
  { problems = new Problems(), bankCountryField = 'bank_country' } = {},
): ParsedDestination {
  const bankCountry = parseBankCountry(problems, bankCountryField, code);
  const fields = bankCountry && parseBank(problems, bankCountry, bank);
  const identity = bankCountry && parseDocument(problems, { bankCountry, country }, document);
  problems.throwIfAny();
  if (!bankCountry || !fields || !identity) throw new Error('a rejected destination has no problem');
  return { bankCountry, currency: currencyOfBank(bankCountry), bank: fields, document: identity };
}

/** The country of a bank, or undefined and a problem. */
export function parseBankCountry(problems: Problems, field: string, code: string): BankCountry | undefined {
  if (isBankCountry(code)) return code;
  problems.add(field, `The ${field} must be one of ${BANK_COUNTRIES.join(', ')}.`);
  return undefined;
}

/** Two capital letters (ISO 3166-1 alpha-2), or undefined and a problem. */
export function parseCountry(problems: Problems, field: string, code: string): string | undefined {
  if (/^[A-Z]{2}$/.test(code)) return code;
  problems.add(field, `The ${field} must be two capital letters, such as AR.`);
  return undefined;
}
