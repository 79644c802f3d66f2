import { validate } from 'rut.js';
import { documentCharacters } from './text';

/**
 * A RUT as `12345678-5` (the check digit is 0 to 9 or K), or undefined when the check digit is wrong. It may be
 * punctuated, and padded with zeros.
 */
export function parseRut(text: string): string | undefined {
  const written = documentCharacters(text).replace(/^0+/, '');
  if (!/^\d{6,8}[\dK]$/i.test(written) || !validate(written)) return undefined;
  const characters = written.toUpperCase();
  return `${characters.slice(0, -1)}-${characters.slice(-1)}`;
}
