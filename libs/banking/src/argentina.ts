import { codeCharacters, documentCharacters, isTooLong, plainCode, weightedSum } from './text';

/** The identifiers of an account in Argentina. An alias has no check digit. */
export interface ArgentineAccount {
  type: 'cbu' | 'cvu' | 'alias';
  value: string;
}

const FIRST_BLOCK = [7, 1, 3, 9, 7, 1, 3];
const SECOND_BLOCK = [3, 9, 7, 1, 3, 9, 7, 1, 3, 9, 7, 1, 3];
const CUIT_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** 6 to 20 letters, digits, dots and hyphens, at least one of them a letter. */
const ALIAS = /^(?=.*[a-z])[a-z\d.-]{6,20}$/i;
/** A long number as spreadsheets and programs shorten it, such as `2.85059E21`: a CBU that lost its last digits. */
const SHORTENED = /^\d+(?:\.\d+)?e-?\d+$/i;
/** People, companies, and people and companies abroad. */
const CUIT = /^(?:2[03-7]|3[034]|5[015])\d{9}$/;

/**
 * The 22 digits of a CBU (bank accounts) or CVU (accounts at payment service providers), or undefined when a check
 * digit is wrong. Blanks and dashes may appear between the digits. Source: BCRA, Clave Bancaria Uniforme: blocks of 8
 * and 14 digits that each end in a check digit modulo ten.
 */
export function parseCbu(text: string): string | undefined {
  const digits = codeCharacters(text);
  if (!/^(?!0+$)\d{22}$/.test(digits)) return undefined;
  const isRight = endsInCheckDigit(digits.slice(0, 8), FIRST_BLOCK) && endsInCheckDigit(digits.slice(8), SECOND_BLOCK);
  return isRight ? digits : undefined;
}

/** The alias in lower case, since case does not matter in it; undefined for text in another format. */
export function parseCbuAlias(text: string): string | undefined {
  const alias = isTooLong(text) ? '' : plainCode(text);
  return ALIAS.test(alias) && !SHORTENED.test(alias) ? alias.toLowerCase() : undefined;
}

/** A CBU, a CVU or an alias. A CVU is one that begins with 000, where a CBU has the number of a bank. */
export function parseArgentineAccount(text: string): ArgentineAccount | undefined {
  const digits = parseCbu(text);
  if (digits !== undefined) return { type: digits.startsWith('000') ? 'cvu' : 'cbu', value: digits };
  const alias = parseCbuAlias(text);
  return alias === undefined ? undefined : { type: 'alias', value: alias };
}

/**
 * The 11 digits of a CUIT or CUIL, or undefined when the check digit is wrong. It may be punctuated. The check digit is
 * modulo eleven, and numbers whose check digit would be ten are not assigned.
 */
export function parseCuit(text: string): string | undefined {
  const digits = documentCharacters(text);
  if (!CUIT.test(digits)) return undefined;
  const check = (11 - (weightedSum(digits, CUIT_WEIGHTS) % 11)) % 11;
  return check === Number(digits[10]) ? digits : undefined;
}

/** The 7 or 8 digits of an identity card (DNI), which has no check digit, or undefined. It may be punctuated. */
export function parseDni(text: string): string | undefined {
  const digits = documentCharacters(text);
  return /^\d{7,8}$/.test(digits) ? digits : undefined;
}

function endsInCheckDigit(block: string, weights: readonly number[]): boolean {
  return (weightedSum(block, weights) + Number(block.at(-1))) % 10 === 0;
}
