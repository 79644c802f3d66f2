import { validate } from 'rut.js';
import { documentCharacters, showsCheckDigit } from './text';

/** A number of the most digits with its check digit, or K, which is always one. */
const WHOLE = /^\d{8,}[\dK]$|K$/i;

/**
 * A RUT as `12345678-5` (the check digit is 0 to 9 or K), or undefined when the check digit is wrong. It may be
 * punctuated, and padded with zeros. Eight digits or fewer without punctuation are rejected: they may be a number without
 * its check digit.
 */
export function parseRut(text: string): string | undefined {
  const written = documentCharacters(text).replace(/^0+/, '');
  if (!showsCheckDigit(text, (characters) => WHOLE.test(characters))) return undefined;
  if (!/^\d{6,8}[\dK]$/i.test(written) || !validate(written)) return undefined;
  const characters = written.toUpperCase();
  return `${characters.slice(0, -1)}-${characters.slice(-1)}`;
}
