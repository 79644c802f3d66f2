import { clabe } from 'clabe-validator';
import { codeCharacters } from './text';

/**
 * The 18 digits of a CLABE, or undefined when its check digit is wrong. The number of the bank is not compared with a
 * list: new banks appear more often than lists do. Blanks and dashes may appear between the digits.
 */
export function parseClabe(text: string): string | undefined {
  const digits = codeCharacters(text);
  if (!/^(?!000)\d{18}$/.test(digits)) return undefined;
  return clabe.computeChecksum(digits) === Number(digits[17]) ? digits : undefined;
}
