import { documentCharacters } from './text';

const CURP = /^[A-Z]{4}\d{6}[HMX][A-Z]{2}[B-DF-HJ-NÑP-TV-Z]{3}[A-Z0-9]\d$/;
const CURP_VALUES = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';

const RFC = /^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{2}[0-9A]$/;
const RFC_VALUES = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ';

/** A CURP in capital letters; undefined for one whose form or check digit is wrong. */
export function parseCurp(typed: string): string | undefined {
  const curp = documentCharacters(typed).toUpperCase();
  if (!CURP.test(curp)) return undefined;
  const digit = (10 - (weighted(curp.slice(0, -1), CURP_VALUES, 18) % 10)) % 10;
  return curp.endsWith(String(digit)) ? curp : undefined;
}

/** An RFC of a person or a company in capital letters; undefined for one whose form or check digit is wrong. */
export function parseRfc(typed: string): string | undefined {
  const rfc = documentCharacters(typed).toUpperCase();
  if (!RFC.test(rfc)) return undefined;
  const digit = 11 - (weighted(rfc.slice(0, -1).padStart(12, ' '), RFC_VALUES, 13) % 11);
  return rfc.endsWith(digit === 11 ? '0' : digit === 10 ? 'A' : String(digit)) ? rfc : undefined;
}

/** The values of the characters, each times its weight, which falls by one from the first on. */
function weighted(characters: string, values: string, weight: number): number {
  return [...characters].reduce((sum, character, at) => sum + values.indexOf(character) * (weight - at), 0);
}
