import { codeCharacters, weightedSum } from './text';

const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/**
 * The nine digits of an ABA routing number, or undefined when its check digit is wrong. Blanks and dashes may appear
 * between the digits. Source: ANSI X9, ABA routing numbers: the sum weighted by 3, 7, 1 is a multiple of ten.
 */
export function parseRoutingNumber(text: string): string | undefined {
  const digits = codeCharacters(text);
  return /^(?!0+$)\d{9}$/.test(digits) && weightedSum(digits, WEIGHTS) % 10 === 0 ? digits : undefined;
}
