import {
  ACCOUNT_TYPES,
  MAX_BANK_NAME,
  MAX_DOCUMENT_TYPE,
  type BankFields,
  type IdentityDocument,
} from '@app/transfers';
import { ApiSchema } from '@nestjs/swagger';
import { TextField } from '../../http/fields';
import { ChoiceProperty, TextProperty } from '../../http/properties';

/** Longer numbers are rejected by every country's rule; punctuation may be added. */
const MAX_NUMBER = 100;
const OMITTABLE = { optional: true, nullable: true, maxLength: MAX_NUMBER };
const MASKED = 'masked except for its last four characters.';
const PIX_KEY_TYPES = ['cpf', 'cnpj', 'email', 'phone', 'evp'];
const EXAMPLE = { name: 'Banco Galicia', cbu: '2850590940090418135201' };

@ApiSchema({ name: 'IdentityDocument' })
export class DocumentDto implements IdentityDocument {
  @TextField(
    'The kind of document: `cuit`, `cuil` or `dni` (AR), `cpf` or `cnpj` (BR), `rut` (CL, required there), `nit` or ' +
      '`cc` (CO, required there), or any other name.',
    { minLength: 1, maxLength: MAX_DOCUMENT_TYPE, example: 'cuit' },
  )
  type!: string;

  @TextField('Its number; it may be punctuated. Check digits are verified where the kind has them.', {
    minLength: 1,
    maxLength: MAX_NUMBER,
    example: '20-05536168-2',
  })
  number!: string;
}

@ApiSchema({ name: 'StoredIdentityDocument' })
export class StoredDocumentDto implements IdentityDocument {
  @TextProperty('The kind of document, in lower case.', { example: 'cuit' })
  type!: string;

  @TextProperty('Its number, without punctuation.', { example: '20055361682' })
  number!: string;
}

/** Which fields are needed depends on the country of the bank, so their rules are in the domain. */
@ApiSchema({ name: 'BankFields' })
export class BankDto {
  @TextField('The name of the bank.', { minLength: 1, maxLength: MAX_BANK_NAME, example: EXAMPLE.name })
  name!: string;

  @TextField('The number of the bank. Required in BO, CL and CO, and in BR without a `pix_key`.', OMITTABLE)
  code?: string | null;

  @TextField(`${ACCOUNT_TYPES.map((type) => `\`${type}\``).join(' or ')}. Required in CO and US.`, OMITTABLE)
  account_type?: string | null;

  @TextField('Required in BO, CL, CO and US, and in BR without a `pix_key`.', OMITTABLE)
  account_number?: string | null;

  @TextField('A CBU, a CVU or an alias. Required in AR.', { ...OMITTABLE, example: EXAMPLE.cbu })
  cbu?: string | null;

  @TextField('Required in MX.', OMITTABLE)
  clabe?: string | null;

  @TextField(
    'A CPF, a CNPJ, an e-mail address, a phone number with its country code, or an EVP. For BR. Eleven digits that are ' +
      'both a CPF and a mobile number are rejected: write the dots of the CPF, or +55.',
    OMITTABLE,
  )
  pix_key?: string | null;

  @TextField('The ABA routing number. Required in US.', OMITTABLE)
  routing_number?: string | null;
}

/** A bank account with only the fields that the destination has. */
@ApiSchema({ name: 'MaskedBankFields' })
export class MaskedBankDto {
  @TextProperty('The name of the bank.', { example: EXAMPLE.name })
  name!: string;

  @TextProperty('The number of the bank.', { optional: true })
  code?: string;

  @TextProperty('`checking` or `savings`.', { optional: true })
  account_type?: string;

  @TextProperty(`The account number, ${MASKED}`, { optional: true })
  account_number?: string;

  @TextProperty(`The CBU, CVU or alias, ${MASKED}`, { optional: true, example: '******************5201' })
  cbu?: string;

  @TextProperty(`The CLABE, ${MASKED}`, { optional: true })
  clabe?: string;

  @TextProperty(`The PIX key, ${MASKED}`, { optional: true })
  pix_key?: string;

  @ChoiceProperty(
    'What kind of PIX key it was recognised as; absent for those registered before kinds were kept.',
    PIX_KEY_TYPES,
    {
      optional: true,
    },
  )
  pix_key_type?: string;

  @TextProperty('The ABA routing number.', { optional: true })
  routing_number?: string;

  static of(bank: BankFields): MaskedBankDto {
    return { name: '', ...bank };
  }
}
