import type { Schemas } from '../api/client';
import { BANK_CURRENCIES, bankFieldsOf, type BankCountry, type BankField, type BrazilianWay } from './bank-countries';
import { checkBankField, checkDocument, type Check } from './identifiers';

/** The values of the fields of a destination. The paths are those of the API's errors. */
export interface DestinationValues {
  /** The holder's own country. */
  country: string;
  bank_country: BankCountry;
  /** Only for Brazil. */
  way: BrazilianWay;
  bank: Record<BankField, string>;
  document: { type: string; number: string };
}

const MAX_BANK_NAME = 140;

/** An empty form for a destination in the country. */
export function emptyDestination(country: BankCountry): DestinationValues {
  const bank = {
    name: '',
    code: '',
    account_type: '',
    account_number: '',
    cbu: '',
    clabe: '',
    pix_key: '',
    routing_number: '',
  };
  return { country, bank_country: country, way: 'pix_key', bank, document: { type: '', number: '' } };
}

/** Checks one field of the bank. */
export function bankCheckOf({ bank, bank_country }: DestinationValues, field: BankField): Check {
  return checkBankField(field, bank_country, bank[field]);
}

/** Checks the document. For a bank account of the merchant, the country of the holder is that of the bank. */
export function documentCheckOf({ document, bank_country, country }: DestinationValues): Check {
  return checkDocument(document.type, [bank_country, country], document.number);
}

/** Why a field cannot be sent: a key below `problem`, with the value for the text. */
export interface FieldProblem {
  key: string;
  wanted?: number;
}

/** Every field that cannot be sent, by its path. */
export function destinationProblems(values: DestinationValues): Record<string, FieldProblem> {
  const { bank, bank_country, way, document } = values;
  const problems: Record<string, FieldProblem | undefined> = {
    'bank.name': nameProblem(bank.name, MAX_BANK_NAME),
    'document.type': document.type === '' ? { key: 'documentTypeMissing' } : undefined,
    'document.number': problemOf(documentCheckOf(values)),
  };
  for (const field of bankFieldsOf(bank_country, way)) {
    problems[`bank.${field}`] = problemOf(bankCheckOf(values, field));
  }
  return definedOnly(problems);
}

/** Why a name of a person, company or bank cannot be sent. */
export function nameProblem(name: string, longest: number): FieldProblem | undefined {
  if (name.trim() === '') return { key: 'missing' };
  return [...name.trim()].length > longest ? { key: 'tooLongText', wanted: longest } : undefined;
}

/** Why the text of a field cannot be sent. */
function problemOf(check: Check): FieldProblem | undefined {
  if (check.is === 'empty') return { key: 'missing' };
  if (check.is === 'wrong') return { key: check.why, ...(check.wanted !== undefined && { wanted: check.wanted }) };
  if (check.is !== 'unfinished') return undefined;
  return { key: `unfinished.${check.hint}`, ...(check.wanted !== undefined && { wanted: check.wanted }) };
}

export function definedOnly<Value>(record: Readonly<Record<string, Value | undefined>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter((entry): entry is [string, Value] => entry[1] !== undefined));
}

/** The destination in a request: only the fields that the country has. */
export function destinationBody(values: DestinationValues): {
  bank_country: BankCountry;
  currency: string;
  bank: Schemas['BankFields'];
  document: Schemas['IdentityDocument'];
} {
  const { bank, bank_country, way, document } = values;
  const fields = Object.fromEntries(bankFieldsOf(bank_country, way).map((field) => [field, bank[field].trim()]));
  return {
    bank_country,
    currency: BANK_CURRENCIES[bank_country],
    bank: { name: bank.name.trim(), ...fields },
    document: { type: document.type, number: document.number.trim() },
  };
}
