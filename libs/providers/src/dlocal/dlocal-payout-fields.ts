import { digitsOf, WrittenAmount, type Money } from '@app/kernel';
import type { RailDestination, RailPayoutOrder } from '@app/transfers';
import type { Json } from '../json';
import { sentIdOf } from '../sent-ids';

/**
 * What no run against dLocal has confirmed: paths, fixed values, and how each country's accounts and documents are
 * written. It follows dLocal's public pages about payouts v3, and where those are silent, those about v2. If a guess
 * proves wrong, it changes here, and in the fake.
 */
export const PAYOUT_PATHS = { token: '/oauth/token', payouts: '/payouts/v3' } as const;

/** The look-up by our id. */
export function pathOfPayout(externalId: string): string {
  return `${PAYOUT_PATHS.payouts}?external_id=${encodeURIComponent(externalId)}`;
}

export const PAYOUTS_VERSION = '3.0';

const PURPOSE = 'OTHER';
const BANK_TRANSFER = 'BANK_TRANSFER';
const PIX = 'INSTANT_PAYMENT';

const MAX_DESCRIPTION = 100;

type Bank = RailDestination['bank'];
type IdentityDocument = RailDestination['document'];

interface CountryRules {
  readonly name: string;
  readonly currency: string;
  /** dLocal's names of the types of documents that it takes, by ours. */
  readonly documents: Readonly<Record<string, string>>;
  /** Where it is not, a document of another type is left out. */
  readonly isDocumentRequired: boolean;
  /** Whether the document is a company's; `number` has letters and digits only. */
  readonly isCompany: (type: string, number: string) => boolean;
  /** Decimals of amounts, where they are fewer than those of the currency. */
  readonly decimals?: number;
  /** Throws `UnmappableOrderError`. */
  readonly account: (bank: Bank) => BankAccount;
}

interface BankAccount {
  readonly method: string;
  readonly account: string;
  readonly code?: string;
  readonly type?: string;
}

/** A payout that cannot be written as dLocal needs it. The message says why, to the merchant. */
export class UnmappableOrderError extends Error {}

const ACCOUNT_TYPES: Readonly<Record<string, string>> = { checking: 'C', savings: 'S' };

/** dLocal's own numbers of banks in Bolivia, where banks have no common code. */
const BOLIVIAN_BANKS: Readonly<Record<string, string>> = {
  'banco mercantil santa cruz': '1',
  'banco nacional de bolivia': '2',
  'banco de credito de bolivia': '3',
  'banco bisa': '5',
  'banco union': '6',
  'banco economico': '7',
  'banco solidario': '8',
  'banco ganadero': '9',
  'banco fie': '45',
  'banco pyme ecofuturo': '47',
  'banco prodem': '48',
  'banco fortaleza': '49',
};

/** Nequi has another number at dLocal than the rule gives. */
const COLOMBIAN_EXCEPTIONS: Readonly<Record<string, string>> = { '1507': '0507' };

const RULES: Readonly<Record<string, CountryRules>> = {
  AR: {
    name: 'Argentina',
    currency: 'ARS',
    documents: { cuit: 'CUIT', cuil: 'CUIL' },
    isDocumentRequired: true,
    isCompany: (_type, number) => number.startsWith('3'),
    account: argentineAccount,
  },
  BO: {
    name: 'Bolivia',
    currency: 'BOB',
    documents: { ci: 'CI', ce: 'CE', nit: 'NIT' },
    isDocumentRequired: true,
    isCompany: (type) => type === 'nit',
    account: bolivianAccount,
  },
  BR: {
    name: 'Brazil',
    currency: 'BRL',
    documents: { cpf: 'CPF', cnpj: 'CNPJ' },
    isDocumentRequired: true,
    isCompany: (type) => type === 'cnpj',
    account: brazilianAccount,
  },
  CL: {
    name: 'Chile',
    currency: 'CLP',
    documents: { rut: 'RUT' },
    isDocumentRequired: true,
    // Companies have the numbers from fifty million on.
    isCompany: (_type, number) => /^[5-9]\d{7}[\dK]$/.test(number),
    account: (bank) => numberedAccount(bank, { code: bankCode(bank, /^\d{1,3}$/), type: accountType(bank) }),
  },
  CO: {
    name: 'Colombia',
    currency: 'COP',
    documents: { cc: 'CC', nit: 'NIT', ce: 'CE', passport: 'PASS' },
    isDocumentRequired: true,
    isCompany: (type) => type === 'nit',
    decimals: 0,
    account: (bank) => numberedAccount(bank, { code: colombianCode(bank), type: accountType(bank) }),
  },
  MX: {
    name: 'Mexico',
    currency: 'MXN',
    documents: { curp: 'CURP', rfc: 'RFC' },
    isDocumentRequired: false,
    isCompany: (type, number) => type === 'rfc' && number.length === 12,
    account: mexicanAccount,
  },
};

/** The countries that dLocal pays out to, with the currency of their banks. */
export const PAYOUT_COUNTRIES = Object.entries(RULES).map(([country, { currency }]) => ({ country, currency }));

/**
 * The payout as dLocal gets it. Throws `UnmappableOrderError` for one that lacks something that dLocal needs; nothing
 * has been sent then. `notificationUrl`: where dLocal reports, if it is not the address of its dashboard.
 */
export function payoutRequest(order: RailPayoutOrder, notificationUrl: string | undefined): Json {
  const { payoutId, amount, destination, comment, email } = order;
  const rules = Object.hasOwn(RULES, destination.country) ? RULES[destination.country] : undefined;
  if (!rules || rules.currency !== amount.currency) {
    throw new UnmappableOrderError(`dLocal does not pay out ${amount.currency} to banks in ${destination.country}`);
  }
  const { method, ...account } = rules.account(destination.bank);
  const document = documentOf(destination.document, rules);
  const isCompany = document !== undefined && rules.isCompany(document.kind, document.id);
  return {
    external_id: sentIdOf(payoutId),
    payment_method_id: method,
    flow_type: isCompany ? 'B2B' : 'B2C',
    purpose: PURPOSE,
    country: destination.country,
    currency: amount.currency,
    currency_to_pay: amount.currency,
    amount: amountOf(amount, rules),
    ...(comment !== null && { description: [...comment].slice(0, MAX_DESCRIPTION).join('') }),
    ...(notificationUrl !== undefined && { notification_url: notificationUrl }),
    beneficiary: {
      ...holderOf(destination.name, isCompany),
      ...(email !== null && { email }),
      ...(document && { document: { id: document.id, type: document.type } }),
      bank_account: account,
    },
  };
}

/** The JSON number of the amount. */
function amountOf(amount: Money, { decimals = digitsOf(amount.currency) }: CountryRules): number {
  if (!amount.amount.round(decimals).eq(amount.amount)) {
    throw new UnmappableOrderError(
      `dLocal pays out whole ${amount.currency} only, and the recipient gets ${amount.toFixed()}`,
    );
  }
  const number = Number(amount.toFixed());
  if (WrittenAmount.read(number)?.value.eq(amount.amount)) return number;
  throw new UnmappableOrderError('the amount has too many digits for dLocal');
}

function holderOf(name: string, isCompany: boolean): Json {
  if (isCompany) return { business_name: name };
  const [first = '', ...others] = name.trim().split(/\s+/);
  if (others.length > 0) return { first_name: first, last_name: others.join(' ') };
  throw new UnmappableOrderError('dLocal needs the first and the last name of the account holder');
}

interface DlocalDocument {
  /** Our name of the type. */
  readonly kind: string;
  readonly type: string;
  readonly id: string;
}

function documentOf({ type, number }: IdentityDocument, rules: CountryRules): DlocalDocument | undefined {
  const kind = type.toLowerCase();
  const name = Object.hasOwn(rules.documents, kind) ? rules.documents[kind] : undefined;
  if (name !== undefined) return { kind, type: name, id: number.toUpperCase().replace(/[^\dA-Z]/g, '') };
  if (!rules.isDocumentRequired) return undefined;
  const types = Object.keys(rules.documents).join(', ');
  throw new UnmappableOrderError(`dLocal pays out in ${rules.name} only to holders with one of these: ${types}`);
}

/** A CBU or CVU tells the bank; dLocal wants a type of account too, which these do not have. */
function argentineAccount(bank: Bank): BankAccount {
  const account = bank['cbu'] ?? '';
  if (/^\d{22}$/.test(account)) {
    return { method: BANK_TRANSFER, account, type: ACCOUNT_TYPES[bank['account_type'] ?? 'checking'] ?? 'C' };
  }
  throw new UnmappableOrderError('dLocal pays out to a CBU or CVU, not to an alias');
}

function bolivianAccount(bank: Bank): BankAccount {
  const name = plainName(bank['name'] ?? '');
  const code = Object.hasOwn(BOLIVIAN_BANKS, name) ? BOLIVIAN_BANKS[name] : undefined;
  if (code === undefined) throw new UnmappableOrderError(`dLocal has no number for the bank ${bank['name'] ?? ''}`);
  return numberedAccount(bank, { code });
}

function brazilianAccount(bank: Bank): BankAccount {
  const key = bank['pix_key'];
  if (key !== undefined) return { method: PIX, account: key };
  throw new UnmappableOrderError('dLocal needs a PIX key: with a bank code and account number, the branch is missing');
}

/** A CLABE begins with the code of the bank. */
function mexicanAccount(bank: Bank): BankAccount {
  const account = bank['clabe'] ?? '';
  if (/^\d{18}$/.test(account)) return { method: BANK_TRANSFER, account, code: account.slice(0, 3) };
  throw new UnmappableOrderError('dLocal needs a CLABE');
}

/** ACH Colombia puts a 1 before the three digits of a bank. */
function colombianCode(bank: Bank): string {
  const code = bankCode(bank, /^(?:\d{3}|1\d{3})$/);
  return COLOMBIAN_EXCEPTIONS[code] ?? code.slice(-3);
}

function numberedAccount(bank: Bank, rest: Pick<BankAccount, 'code' | 'type'>): BankAccount {
  const account = bank['account_number'];
  if (account === undefined) throw new UnmappableOrderError('dLocal needs an account number');
  return { method: BANK_TRANSFER, account, ...rest };
}

function bankCode(bank: Bank, form: RegExp): string {
  const code = bank['code'] ?? '';
  if (form.test(code)) return code.padStart(3, '0');
  throw new UnmappableOrderError(`dLocal knows no bank with the code ${code}`);
}

function accountType(bank: Bank): string {
  const type = ACCOUNT_TYPES[bank['account_type'] ?? ''];
  if (type !== undefined) return type;
  throw new UnmappableOrderError('dLocal needs the type of the account: checking or savings');
}

function plainName(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' ');
}
