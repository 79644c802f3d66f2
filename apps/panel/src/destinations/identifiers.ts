import {
  codeCharacters,
  documentCharacters,
  isCpfOrMobile,
  parseArgentineAccount,
  parseCc,
  parseClabe,
  parseCnpj,
  parseCpf,
  parseCuit,
  parseNit,
  parsePixKey,
  parseRoutingNumber,
  parseRut,
  plainCode,
} from '@app/banking';
import type { BankCountry, BankField } from './bank-countries';

/** The result of checking an identifier during typing. `as`, `why` and `hint` are keys of texts. */
export type Check =
  | { is: 'empty' }
  | { is: 'unfinished'; hint: string; typed?: number; wanted?: number }
  | { is: 'wrong'; why: string; wanted?: number }
  | { is: 'recognised'; as: string }
  /** Valid, but without check digits that would recognise it. */
  | { is: 'fine' };

type Checker = (text: string) => Check;

const FINE: Check = { is: 'fine' };
const wrong = (why: string, wanted?: number): Check => ({ is: 'wrong', why, ...(wanted !== undefined && { wanted }) });
const recognised = (as: string): Check => ({ is: 'recognised', as });

interface FixedLength {
  as: string;
  length: number;
  parse: (text: string) => string | undefined;
  clean?: (text: string) => string;
}

/** A number of fixed length, whose check digits show whether it was typed correctly. */
function fixedDigits({ as, length, parse, clean = codeCharacters }: FixedLength): Checker {
  return (text) => {
    const digits = clean(text);
    if (!/^\d*$/.test(digits)) return wrong('digitsOnly', length);
    if (digits.length < length) return { is: 'unfinished', hint: 'digits', typed: digits.length, wanted: length };
    if (digits.length > length) return wrong('tooLong', length);
    return parse(text) === undefined ? wrong('checkDigit') : recognised(as);
  };
}

/** A document whose length varies, so that only a complete number can be checked. */
function varyingLength(
  as: string,
  longest: number,
  parse: (text: string) => string | undefined,
  hint: string,
): Checker {
  return (text) => {
    if (parse(text) !== undefined) return recognised(as);
    const characters = documentCharacters(text);
    if (!/^\d*[\dkK]?$/.test(characters)) return wrong('documentCharacters');
    return characters.length < longest ? { is: 'unfinished', hint } : wrong('checkDigit');
  };
}

const CBU_DIGITS = 22;
const ALIAS = { shortest: 6, longest: 20 };

function checkArgentineAccount(text: string): Check {
  const account = parseArgentineAccount(text);
  if (account) return recognised(account.type);
  if (/^[\d -]*$/.test(text)) {
    const typed = codeCharacters(text).length;
    if (typed < CBU_DIGITS) return { is: 'unfinished', hint: 'cbu', typed, wanted: CBU_DIGITS };
    return typed > CBU_DIGITS ? wrong('tooLong', CBU_DIGITS) : wrong('checkDigit');
  }
  if (!/^[a-z\d.-]+$/i.test(text)) return wrong('aliasCharacters');
  if (text.length > ALIAS.longest) return wrong('aliasTooLong');
  return { is: 'unfinished', hint: 'alias' };
}

function checkPixKey(key: string): Check {
  const parsed = parsePixKey(key);
  if (parsed) return recognised(`pix_${parsed.type}`);
  if (key.includes('@')) return /\s/.test(key) ? wrong('email') : { is: 'unfinished', hint: 'email' };
  if (key.startsWith('+')) return checkPhone(key);
  if (/^[\da-f]{8}-[\da-f-]*$/i.test(key)) return key.length < 36 ? { is: 'unfinished', hint: 'evp' } : wrong('evp');
  if (isCpfOrMobile(key)) return wrong('pixCpfOrMobile');
  const characters = documentCharacters(key);
  if (/^\d{11}$/.test(characters)) return wrong('pixCpf');
  if (/^[\dA-Z]{12}\d{2}$/i.test(characters)) return wrong('pixCnpj');
  return characters.length > 36 ? wrong('pixUnknown') : { is: 'unfinished', hint: 'pix' };
}

function checkPhone(text: string): Check {
  const number = text.replaceAll(/[ ().-]/g, '');
  if (!/^\+\d*$/.test(number)) return wrong('phone');
  const longest = number.startsWith('+55') ? 14 : 16;
  return number.length < longest ? { is: 'unfinished', hint: 'phone' } : wrong('phone');
}

/** Letters and digits, as many as the rails accept. */
function characters(
  pattern: RegExp,
  why: string,
  { shortest, longest }: { shortest: number; longest: number },
): Checker {
  return (text) => {
    const typed = codeCharacters(text);
    if (!pattern.test(typed) || typed.length > longest) return wrong(why, longest);
    if (typed.length < shortest) return { is: 'unfinished', hint: 'atLeast', typed: typed.length, wanted: shortest };
    return FINE;
  };
}

const ACCOUNT_NUMBER = characters(/^(?=.*\d|[a-z]{0,3}$)[\da-z]*$/i, 'accountNumber', { shortest: 4, longest: 34 });
const US_ACCOUNT_NUMBER = characters(/^\d*$/, 'usAccountNumber', { shortest: 4, longest: 17 });

const BANK_CHECKS: Readonly<Partial<Record<BankField, Checker>>> = {
  code: characters(/^[\da-z]*$/i, 'code', { shortest: 1, longest: 11 }),
  account_number: ACCOUNT_NUMBER,
  cbu: checkArgentineAccount,
  clabe: fixedDigits({ as: 'clabe', length: 18, parse: parseClabe }),
  pix_key: checkPixKey,
  routing_number: fixedDigits({ as: 'routing_number', length: 9, parse: parseRoutingNumber }),
};

/** Checks a field of a bank in the country. */
export function checkBankField(field: BankField, country: BankCountry, text: string): Check {
  const typed = plainCode(text);
  if (typed === '') return { is: 'empty' };
  if (field === 'account_number' && country === 'US') return US_ACCOUNT_NUMBER(typed);
  return BANK_CHECKS[field]?.(typed) ?? FINE;
}

const cuit = (as: string) => fixedDigits({ as, length: 11, parse: parseCuit, clean: documentCharacters });

const DOCUMENT_CHECKS: Readonly<Record<string, Readonly<Record<string, Checker>>>> = {
  AR: { cuit: cuit('cuit'), cuil: cuit('cuil'), dni: (text) => checkDni(documentCharacters(text)) },
  BR: {
    cpf: fixedDigits({ as: 'cpf', length: 11, parse: parseCpf, clean: documentCharacters }),
    cnpj: checkCnpj,
  },
  CL: { rut: varyingLength('rut', 9, parseRut, 'rut') },
  CO: { nit: varyingLength('nit', 11, parseNit, 'nit'), cc: checkCc },
};

/** Checks the number of a document by the rules of the bank's country, or else of the holder's own. */
export function checkDocument(type: string, countries: readonly string[], text: string): Check {
  const typed = plainCode(text);
  if (typed === '') return { is: 'empty' };
  const checker = countries.map((country) => DOCUMENT_CHECKS[country]?.[type]).find((found) => found !== undefined);
  return checker?.(typed) ?? (typed.length > 40 ? wrong('documentTooLong', 40) : FINE);
}

/** A DNI has no check digit, so only its length is checked. */
function checkDni(digits: string): Check {
  if (!/^\d*$/.test(digits)) return wrong('digitsOnly', 8);
  if (digits.length > 8) return wrong('tooLong', 8);
  return digits.length < 7 ? { is: 'unfinished', hint: 'dni' } : FINE;
}

function checkCnpj(text: string): Check {
  if (parseCnpj(text) !== undefined) return recognised('cnpj');
  const typed = documentCharacters(text);
  if (!/^[\da-z]*$/i.test(typed)) return wrong('cnpj');
  if (typed.length < 14) return { is: 'unfinished', hint: 'cnpj', typed: typed.length, wanted: 14 };
  return typed.length > 14 ? wrong('cnpj') : wrong('checkDigit');
}

function checkCc(text: string): Check {
  if (parseCc(text) !== undefined) return FINE;
  const digits = documentCharacters(text);
  return /^[1-9]\d*$/.test(digits) && digits.length < 5 ? { is: 'unfinished', hint: 'cc' } : wrong('cc');
}
