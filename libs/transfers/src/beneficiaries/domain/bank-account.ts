import { isLegible, Problems, type Currency } from '@app/kernel';
import { maskBank, type BankInput } from './bank-fields';
import { MAX_NAME, type WithBank } from './beneficiary';
import { currencyOfBank, isBankCountry, type BankFields, type IdentityDocument } from './destination';
import { parseDestination } from './parse-destination';

/** A bank account of the merchant, to which payouts go. */
export interface BankAccount {
  readonly id: string;
  readonly accountId: string;
  readonly holderName: string;
  readonly document: IdentityDocument;
  /** Of the bank. */
  readonly country: string;
  /** The currency of the bank's country. */
  readonly currency: Currency;
  /** With account numbers masked. */
  readonly bank: BankFields;
  readonly createdAt: Date;
}

export interface NewBankAccount {
  holderName: string;
  document: IdentityDocument;
  country: string;
  currency: string;
  bank: BankInput;
}

type Identity = Pick<BankAccount, 'id' | 'accountId' | 'createdAt'>;

/** Throws a `ValidationError` that names every rejected field. `currency` must be that of the country. */
export function newBankAccount(identity: Identity, input: NewBankAccount): WithBank<BankAccount> {
  const problems = new Problems();
  const { holderName, country, currency, document } = input;
  if (!isLegible(holderName) || [...holderName].length > MAX_NAME) {
    problems.add('holder_name', `The holder_name must have 1 to ${MAX_NAME} characters.`);
  }
  if (isBankCountry(country) && currency !== currencyOfBank(country)) {
    problems.add('currency', `The currency must be ${currencyOfBank(country)} for a bank in ${country}.`);
  }
  const parsed = parseDestination(
    { bankCountry: country, bank: input.bank, document },
    { problems, bankCountryField: 'country' },
  );
  const value = { ...identity, holderName, country, currency: parsed.currency, document: parsed.document };
  return { value: { ...value, bank: maskBank(parsed.bank) }, bank: parsed.bank };
}
