import { documentCharacters, showsCheckDigit, weightedSum } from './text';

/** From the last digit before the check digit to the first one. */
const NIT_WEIGHTS = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43];

/**
 * The longest numbers with their check digit, and ten digits that begin with 8 or 9: the nine of a company and its check
 * digit. Numbers of people have up to ten digits, and those of ten begin with 1.
 */
const WHOLE = /^\d{11}$|^[89]\d{9}$/;

/**
 * A NIT as `890903938-8`, or undefined when its check digit is wrong. It may be punctuated. Without punctuation before the
 * check digit, only numbers are read whose length shows that it is there. Where the check digit is 1, some changed digits
 * go unnoticed: the remainders 1 and 10 both give it. Source: DIAN, Orden Administrativa 4 of 1989.
 */
export function parseNit(text: string): string | undefined {
  const characters = documentCharacters(text);
  if (!/^[1-9]\d{6,10}$/.test(characters)) return undefined;
  if (!showsCheckDigit(text, (written) => WHOLE.test(written))) return undefined;
  const number = characters.slice(0, -1);
  const weights = NIT_WEIGHTS.slice(0, number.length).reverse();
  const remainder = weightedSum(number, weights) % 11;
  const check = remainder < 2 ? remainder : 11 - remainder;
  return check === Number(characters.at(-1)) ? `${number}-${check}` : undefined;
}

/**
 * The digits of a citizenship card (cédula de ciudadanía), which has no check digit; undefined for text in another
 * format.
 */
export function parseCc(text: string): string | undefined {
  const digits = documentCharacters(text);
  return /^[1-9]\d{4,9}$/.test(digits) ? digits : undefined;
}
