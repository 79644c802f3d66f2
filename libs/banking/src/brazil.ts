import { cnpj, cpf } from 'cpf-cnpj-validator';
import { documentCharacters, isTooLong, plainCode } from './text';

/** A key of the PIX directory, in the form that the directory stores. */
export interface PixKey {
  type: 'cpf' | 'cnpj' | 'email' | 'phone' | 'evp';
  value: string;
}

const MAX_EMAIL = 77;
const EMAIL = /^[a-z\d.!#$%&'*+/=?^_`{|}~-]+@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/i;
/** Country code 55, two digits of the area, and eight or nine of the subscriber. */
const BRAZILIAN_PHONE = /^\+55[1-9]{2}\d{8,9}$/;
/** Two digits of the area, and nine of the subscriber, the first of them 9. */
const MOBILE = /^[1-9]{2}9\d{8}$/;
const DOTTED_CPF = /^\d{3}\.\d{3}\.\d{3} ?-? ?\d{2}$/;
const FOREIGN_PHONE = /^\+(?!55)[1-9]\d{6,14}$/;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** The 11 digits of a CPF, or undefined when a check digit is wrong. It may be punctuated. */
export function parseCpf(text: string): string | undefined {
  const digits = documentCharacters(text);
  return /^\d{11}$/.test(digits) && cpf.isValid(digits, true) ? digits : undefined;
}

/**
 * The 14 characters of a CNPJ, or undefined when a check digit is wrong. It may be punctuated, and the first twelve may
 * be letters. Source: Receita Federal, Instrução Normativa 2.229/2024.
 */
export function parseCnpj(text: string): string | undefined {
  // Checked before conversion to upper case, which turns some other characters into ASCII letters (ﬁ, ß).
  const written = documentCharacters(text);
  if (!/^[\dA-Z]{12}\d{2}$/i.test(written)) return undefined;
  const characters = written.toUpperCase();
  return cnpj.isValid(characters, true) ? characters : undefined;
}

/**
 * Whether the text is eleven digits that are a CPF and a mobile number without its country code at once, and nothing in
 * how it is written tells which: neither the dots of a CPF nor `+55`.
 */
export function isCpfOrMobile(text: string): boolean {
  const digits = parseCpf(text);
  return digits !== undefined && MOBILE.test(digits) && !DOTTED_CPF.test(plainCode(text));
}

/**
 * The key and its type, or undefined. A telephone number needs its country code, and a CPF that could be a mobile number
 * needs its dots. Source: Banco Central do Brasil, API of the DICT.
 */
export function parsePixKey(text: string): PixKey | undefined {
  if (isTooLong(text)) return undefined;
  const key = plainCode(text);
  if (key.includes('@')) return when('email', key.toLowerCase(), key.length <= MAX_EMAIL && EMAIL.test(key));
  if (key.startsWith('+')) return phone(key);
  if (UUID.test(key)) return { type: 'evp', value: key.toLowerCase() };
  const [person, company] = [parseCpf(key), parseCnpj(key)];
  if (person !== undefined) return when('cpf', person, !isCpfOrMobile(key));
  return company === undefined ? undefined : { type: 'cnpj', value: company };
}

function phone(text: string): PixKey | undefined {
  const number = text.replaceAll(/[ ().-]/g, '');
  return when('phone', number, BRAZILIAN_PHONE.test(number) || FOREIGN_PHONE.test(number));
}

function when(type: PixKey['type'], value: string, holds: boolean): PixKey | undefined {
  return holds ? { type, value } : undefined;
}
