import { Problems, isEmail, isLegible, typedEmail, type Currency } from '@app/kernel';
import { maskBank, masked, parseBank, type BankInput } from './bank-fields';
import { currencyOfBank, type BankFields, type IdentityDocument } from './destination';
import { parseDocument } from './documents';
import { parseBankCountry, parseCountry, parseDestination } from './parse-destination';

export const MAX_NAME = 140;

/** A person or company that the account can transfer money to. */
export interface Beneficiary {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly email: string;
  readonly document: IdentityDocument;
  /** The beneficiary's own country. */
  readonly country: string;
  readonly bankCountry: string;
  /** The currency of the bank's country. */
  readonly currency: Currency;
  /** With account numbers masked. */
  readonly bank: BankFields;
  readonly active: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface NewBeneficiary {
  name: string;
  email: string;
  document: IdentityDocument;
  country: string;
  bankCountry: string;
  bank: BankInput;
}

/** The fields to change. `bank` replaces the stored one as a whole. */
export type BeneficiaryChanges = Partial<NewBeneficiary & { active: boolean }>;

/** A beneficiary with its unmasked bank fields, where they are known: after they were sent. */
export interface WithBank<T> {
  readonly value: T;
  readonly bank: BankFields;
}

type Identity = Pick<Beneficiary, 'id' | 'accountId' | 'createdAt'>;

/** A new beneficiary, active. Throws a `ValidationError` that names every rejected field. */
export function newBeneficiary(identity: Identity, input: NewBeneficiary): WithBank<Beneficiary> {
  const problems = new Problems();
  checkName(problems, input.name);
  const email = parseEmail(problems, input.email);
  parseCountry(problems, 'country', input.country);
  const { bank, ...destination } = parseDestination(input, { problems });
  const { name, country } = input;
  const value = { ...identity, name, email, country, ...destination, active: true, updatedAt: identity.createdAt };
  return { value: { ...value, bank: maskBank(bank) }, bank };
}

/**
 * The beneficiary with the changes; `bank` is undefined when it was not sent. A bank in another country needs new bank
 * fields, and a document that this country accepts. Throws a `ValidationError` that names every rejected field.
 */
export function changedBeneficiary(
  before: Beneficiary,
  changes: BeneficiaryChanges,
): { value: Beneficiary; bank?: BankFields } {
  const problems = new Problems();
  const wanted = { ...before, ...definedOnly(changes) };
  if (changes.name !== undefined) checkName(problems, changes.name);
  const email = changes.email === undefined ? before.email : parseEmail(problems, changes.email);
  if (changes.country !== undefined) parseCountry(problems, 'country', changes.country);
  const bankCountry = parseBankCountry(problems, 'bank_country', wanted.bankCountry);
  if (!changes.bank && wanted.bankCountry !== before.bankCountry) {
    problems.add('bank', 'The bank is required with another bank_country.');
  }
  const bank = bankCountry && changes.bank && parseBank(problems, bankCountry, changes.bank);
  const isOtherDocument = changes.document ?? changes.country ?? changes.bankCountry;
  const document =
    bankCountry && isOtherDocument !== undefined
      ? parseDocument(problems, { bankCountry, country: wanted.country }, wanted.document)
      : before.document;
  problems.throwIfAny();
  if (!bankCountry || !document) throw new Error('a rejected change has no problem');
  const value = { ...wanted, email, currency: currencyOfBank(bankCountry), document, bank: before.bank };
  return bank ? { value: { ...value, bank: maskBank(bank) }, bank } : { value };
}

/**
 * Whether two states of a beneficiary look the same when shown. New bank fields are a change even when they are masked
 * alike.
 */
export function differences(before: Beneficiary, after: Beneficiary, hasNewBank: boolean): Record<string, unknown> {
  const changed = Object.entries(shownInAudit(after)).flatMap(([name, to]) => {
    const from = shownInAudit(before)[name];
    const isSame = JSON.stringify(from) === JSON.stringify(to) && !(name === 'bank' && hasNewBank);
    return isSame ? [] : [[name, { from, to }] as const];
  });
  return Object.fromEntries(changed);
}

/** What the audit log shows. A document number is masked as well, since it can be the PIX key. */
export function shownInAudit({ name, email, document, country, ...rest }: Beneficiary): Record<string, unknown> {
  return {
    name,
    email,
    document: { ...document, number: masked(document.number) },
    country,
    bank_country: rest.bankCountry,
    currency: rest.currency,
    bank: rest.bank,
  };
}

function checkName(problems: Problems, name: string): void {
  if (!isLegible(name) || [...name].length > MAX_NAME) {
    problems.add('name', `The name must have 1 to ${MAX_NAME} characters.`);
  }
}

/** The address as it is stored. */
function parseEmail(problems: Problems, text: string): string {
  const email = typedEmail(text);
  if (!isEmail(email)) problems.add('email', 'The email must be an e-mail address.');
  return email;
}

/** Undefined changes are ignored. */
function definedOnly(changes: BeneficiaryChanges): Omit<BeneficiaryChanges, 'bank'> {
  const { bank: _, ...others } = changes;
  return Object.fromEntries(Object.entries<unknown>(others).filter(([, value]) => value !== undefined));
}
