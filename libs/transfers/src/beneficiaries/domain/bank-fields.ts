import {
  isCpfOrMobile,
  parseAccountNumber,
  parseArgentineAccount,
  parseBankCode,
  parseClabe,
  parsePixKey,
  parseRoutingNumber,
  parseUsAccountNumber,
} from '@app/banking';
import { isLegible, type Problems } from '@app/kernel';
import type { BankCountry, BankFields } from './destination';

export const BANK_FIELDS = [
  'name',
  'code',
  'account_type',
  'account_number',
  'cbu',
  'clabe',
  'pix_key',
  'routing_number',
] as const;

export type BankField = (typeof BANK_FIELDS)[number];

/** The bank fields that a request has. Null counts as absent. */
export type BankInput = Readonly<Partial<Record<BankField, string | null>>>;

export const ACCOUNT_TYPES = ['checking', 'savings'] as const;

export const MAX_BANK_NAME = 140;

/** What identifies the account: every destination has one of them. Responses show only the last characters. */
const SECRET_FIELDS = ['account_number', 'cbu', 'clabe', 'pix_key'] as const;
const SHOWN_CHARACTERS = 4;

interface FieldRule {
  /** The normalised value, or undefined when the text is rejected. */
  parse: (text: string) => string | undefined;
  /** What is wrong with text that is rejected. */
  problem: (text: string) => string;
}

const US_ACCOUNT_NUMBER = rule(parseUsAccountNumber, 'must have 4 to 17 digits');

const RULES: Readonly<Record<BankField, FieldRule>> = {
  name: rule(
    (text) => (isLegible(text) && [...text].length <= MAX_BANK_NAME ? text : undefined),
    `must have 1 to ${MAX_BANK_NAME} characters`,
  ),
  code: rule(parseBankCode, 'must have 1 to 11 digits or letters'),
  account_type: rule(
    (text) => ACCOUNT_TYPES.find((type) => type === text),
    `must be one of ${ACCOUNT_TYPES.join(', ')}`,
  ),
  account_number: rule(parseAccountNumber, 'must have 4 to 34 digits or letters'),
  cbu: rule((text) => parseArgentineAccount(text)?.value, 'must be a CBU, a CVU or an alias'),
  clabe: rule(parseClabe, 'must be a CLABE of 18 digits'),
  pix_key: {
    parse: (text) => parsePixKey(text)?.value,
    problem: (text) =>
      isCpfOrMobile(text)
        ? 'may be a CPF or a mobile number: write the CPF with its dots (111.444.777-35), or the number with +55'
        : 'must be a PIX key: a CPF, a CNPJ, an e-mail address, a phone number with +55, or an EVP',
  },
  routing_number: rule(parseRoutingNumber, 'must be an ABA routing number of 9 digits'),
};

const REQUIRED: Readonly<Record<Exclude<BankCountry, 'BR'>, readonly BankField[]>> = {
  AR: ['cbu'],
  BO: ['code', 'account_number'],
  CL: ['code', 'account_number'],
  CO: ['code', 'account_number', 'account_type'],
  MX: ['clabe'],
  US: ['routing_number', 'account_number', 'account_type'],
};

/** Kept for every country, since some rails need them. */
const OPTIONAL: readonly BankField[] = ['code', 'account_type'];

/** The bank fields that the country needs, normalised, with the kind of a PIX key; or undefined and problems that name `bank.<field>`. */
export function parseBank(problems: Problems, country: BankCountry, bank: BankInput): BankFields | undefined {
  const required = ['name', ...requiredFields(country, bank)] as readonly BankField[];
  const fields = BANK_FIELDS.filter(
    (field) => required.includes(field) || (OPTIONAL.includes(field) && isSent(bank[field])),
  );
  const parsed = fields.map((field) => [field, parseField(problems, country, field, bank[field])] as const);
  if (!parsed.every(hasValue)) return undefined;
  const { pix_key: key, ...others } = Object.fromEntries(parsed);
  // Read from what was sent: without its dots, a CPF can look like a mobile number.
  const kind = key === undefined ? undefined : parsePixKey(bank.pix_key ?? '')?.type;
  return { ...others, ...(key !== undefined && { pix_key: key }), ...(kind && { pix_key_type: kind }) };
}

/** The same fields, with account numbers masked except for the last four characters. One of four or fewer is masked completely. */
export function maskBank(bank: BankFields): BankFields {
  return Object.fromEntries(
    Object.entries(bank).map(([field, value]) => [field, isSecret(field) ? masked(value) : value]),
  );
}

/** The account number, CBU, CLABE or PIX key; unmasked or masked, as it is in the fields. */
export function accountNumberOf(bank: BankFields): string {
  return SECRET_FIELDS.map((field) => bank[field]).find(isSent) ?? '';
}

/** The text masked except for its last four characters. */
export function masked(text: string): string {
  const hidden = text.length > SHOWN_CHARACTERS ? text.length - SHOWN_CHARACTERS : text.length;
  return '*'.repeat(hidden) + text.slice(hidden);
}

function isSecret(field: string): boolean {
  return SECRET_FIELDS.some((secret) => secret === field);
}

function requiredFields(country: BankCountry, bank: BankInput): readonly BankField[] {
  if (country !== 'BR') return REQUIRED[country];
  const isByNumber = !isSent(bank.pix_key) && (isSent(bank.code) || isSent(bank.account_number));
  return isByNumber ? ['code', 'account_number'] : ['pix_key'];
}

function parseField(problems: Problems, country: BankCountry, field: BankField, text: BankInput[BankField]) {
  if (!isSent(text)) {
    const alternative = field === 'pix_key' ? ', or a code and an account_number' : '';
    problems.add(`bank.${field}`, `The ${field} is required${alternative}.`);
    return undefined;
  }
  const { parse, problem } = country === 'US' && field === 'account_number' ? US_ACCOUNT_NUMBER : RULES[field];
  const value = parse(text);
  if (value === undefined) problems.add(`bank.${field}`, `The ${field} ${problem(text)}.`);
  return value;
}

function isSent(text: string | null | undefined): text is string {
  return text !== undefined && text !== null;
}

function hasValue(field: readonly [BankField, string | undefined]): field is readonly [BankField, string] {
  return field[1] !== undefined;
}

function rule(parse: FieldRule['parse'], problem: string): FieldRule {
  return { parse, problem: () => problem };
}
