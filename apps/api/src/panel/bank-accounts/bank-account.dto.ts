import { BANK_COUNTRIES, MAX_NAME, type BankAccount, type NewBankAccount } from '@app/transfers';
import { ApiSchema } from '@nestjs/swagger';
import { CurrencyField, ObjectField, TextField } from '../../http/fields';
import {
  ChoiceProperty,
  CurrencyProperty,
  ObjectProperty,
  TextProperty,
  TimeProperty,
  UuidProperty,
} from '../../http/properties';
import { BankDto, DocumentDto, MaskedBankDto, StoredDocumentDto } from '../beneficiaries/bank.dto';

const HOLDER_TEXT = 'Who holds the account.';
const HOLDER = { minLength: 1, maxLength: MAX_NAME, example: 'Café Río' };
const DOCUMENT_TEXT = 'The identity document of the holder.';
const CURRENCY_TEXT = 'The currency of the account: that of the country.';

@ApiSchema({ name: 'NewBankAccount' })
export class NewBankAccountDto {
  @TextField(HOLDER_TEXT, HOLDER)
  holder_name!: string;

  @ObjectField(DOCUMENT_TEXT, DocumentDto)
  document!: DocumentDto;

  @TextField(`The country of the bank: ${BANK_COUNTRIES.join(', ')}.`, { maxLength: 2, example: 'AR' })
  country!: string;

  @CurrencyField(CURRENCY_TEXT, { example: 'ARS' })
  currency!: string;

  @ObjectField('The bank account. Its fields depend on the country; others are ignored.', BankDto)
  bank!: BankDto;
}

/** The bank account that the request asks for. */
export function newBankAccountOf({ holder_name, ...fields }: NewBankAccountDto): NewBankAccount {
  return { ...fields, holderName: holder_name };
}

@ApiSchema({ name: 'BankAccount' })
export class BankAccountDto {
  @UuidProperty('The bank account.', { example: '01a1fc41-3c8f-7e21-8b4d-5f6a7b8c9dae' })
  id!: string;

  @TextProperty(HOLDER_TEXT, { example: HOLDER.example })
  holder_name!: string;

  @ObjectProperty(DOCUMENT_TEXT, StoredDocumentDto)
  document!: StoredDocumentDto;

  @ChoiceProperty('The country of the bank.', BANK_COUNTRIES, { example: 'AR' })
  country!: string;

  @CurrencyProperty(CURRENCY_TEXT, { example: 'ARS' })
  currency!: string;

  @ObjectProperty('The bank account.', MaskedBankDto)
  bank!: MaskedBankDto;

  @TimeProperty('When it was registered.', { example: '2026-11-21T01:40:02.115Z' })
  created_at!: Date;

  static of({ id, holderName, document, country, currency, bank, createdAt }: BankAccount): BankAccountDto {
    const masked = MaskedBankDto.of(bank);
    return { id, holder_name: holderName, document, country, currency, bank: masked, created_at: createdAt };
  }
}
