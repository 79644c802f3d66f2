import { MAX_EMAIL } from '@app/kernel';
import {
  BANK_COUNTRIES,
  MAX_NAME,
  type Beneficiary,
  type BeneficiaryChanges,
  type NewBeneficiary,
} from '@app/transfers';
import { ApiSchema } from '@nestjs/swagger';
import { FlagField, ObjectField, TextField } from '../../http/fields';
import {
  ChoiceProperty,
  CurrencyProperty,
  FlagProperty,
  ObjectProperty,
  TextProperty,
  TimeProperty,
  UuidProperty,
} from '../../http/properties';
import { BankDto, DocumentDto, MaskedBankDto, StoredDocumentDto } from './bank.dto';

const NAME_TEXT = 'The beneficiary’s full name.';
const NAME = { minLength: 1, maxLength: MAX_NAME, example: 'Ana Gómez' };
const EMAIL_TEXT = 'Where the beneficiary is notified of completed transfers.';
const EMAIL = { minLength: 1, maxLength: MAX_EMAIL, example: 'ana@example.com' };
const DOCUMENT_TEXT = 'The identity document.';
const COUNTRY_TEXT = 'The beneficiary’s own country, ISO 3166-1 alpha-2.';
const BANK_COUNTRY_TEXT = `The country of the bank: ${BANK_COUNTRIES.join(', ')}. It decides the route and the currency.`;
const COUNTRY = { maxLength: 2, example: 'AR' };
const BANK_TEXT = 'The bank account. Its fields depend on the country of the bank; others are ignored.';
const ACTIVE_TEXT = 'Whether money can be transferred to the beneficiary.';
const OPTIONAL = { optional: true, example: undefined };

@ApiSchema({ name: 'NewBeneficiary' })
export class NewBeneficiaryDto {
  @TextField(NAME_TEXT, NAME)
  name!: string;

  @TextField(EMAIL_TEXT, EMAIL)
  email!: string;

  @ObjectField(DOCUMENT_TEXT, DocumentDto)
  document!: DocumentDto;

  @TextField(COUNTRY_TEXT, COUNTRY)
  country!: string;

  @TextField(BANK_COUNTRY_TEXT, COUNTRY)
  bank_country!: string;

  @ObjectField(BANK_TEXT, BankDto)
  bank!: BankDto;
}

/** The beneficiary that the request asks for. */
export function newBeneficiaryOf({ bank_country, ...fields }: NewBeneficiaryDto): NewBeneficiary {
  return { ...fields, bankCountry: bank_country };
}

@ApiSchema({ name: 'BeneficiaryChanges' })
export class BeneficiaryChangesDto {
  @TextField(NAME_TEXT, { ...NAME, optional: true, example: 'Ana María Gómez' })
  name?: string;

  @TextField(EMAIL_TEXT, { ...EMAIL, ...OPTIONAL })
  email?: string;

  @ObjectField(DOCUMENT_TEXT, DocumentDto, { optional: true })
  document?: DocumentDto;

  @TextField(COUNTRY_TEXT, { ...COUNTRY, ...OPTIONAL })
  country?: string;

  @TextField(BANK_COUNTRY_TEXT, { ...COUNTRY, ...OPTIONAL })
  bank_country?: string;

  @ObjectField(`${BANK_TEXT} It replaces the earlier one as a whole.`, BankDto, { optional: true })
  bank?: BankDto;

  @FlagField(ACTIVE_TEXT, { optional: true })
  active?: boolean;
}

/** The changes that were sent, without those that were not. */
export function beneficiaryChangesOf(dto: BeneficiaryChangesDto): BeneficiaryChanges {
  const { name, email, document, country, bank_country: bankCountry, bank, active } = dto;
  const changes = { name, email, document, country, bankCountry, bank, active };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

@ApiSchema({ name: 'Beneficiary' })
export class BeneficiaryDto {
  @UuidProperty('The beneficiary.', { example: '01a1fc40-2b7e-7d10-9a3c-4e5f6a7b8c9d' })
  id!: string;

  @TextProperty(NAME_TEXT, { example: NAME.example })
  name!: string;

  @TextProperty(EMAIL_TEXT, { example: EMAIL.example })
  email!: string;

  @ObjectProperty(DOCUMENT_TEXT, StoredDocumentDto)
  document!: StoredDocumentDto;

  @TextProperty(COUNTRY_TEXT, { example: 'AR' })
  country!: string;

  @ChoiceProperty('The country of the bank.', BANK_COUNTRIES, { example: 'AR' })
  bank_country!: string;

  @CurrencyProperty('The currency of the bank’s country.', { example: 'ARS' })
  currency!: string;

  @ObjectProperty('The bank account.', MaskedBankDto)
  bank!: MaskedBankDto;

  @FlagProperty(ACTIVE_TEXT, { example: true })
  active!: boolean;

  @TimeProperty('When it was registered.', { example: '2026-11-21T01:40:02.115Z' })
  created_at!: Date;

  @TimeProperty('When it was last changed.', { example: '2026-11-21T01:40:02.115Z' })
  updated_at!: Date;

  static of(beneficiary: Beneficiary): BeneficiaryDto {
    const { id, name, email, document, country, currency, active } = beneficiary;
    return {
      id,
      name,
      email,
      document,
      country,
      bank_country: beneficiary.bankCountry,
      currency,
      bank: MaskedBankDto.of(beneficiary.bank),
      active,
      created_at: beneficiary.createdAt,
      updated_at: beneficiary.updatedAt,
    };
  }
}
