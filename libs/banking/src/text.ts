/** The maximum length of an identifier with punctuation. Longer text is refused without being parsed. */
const MAX_LENGTH = 100;

/** What people write between the digits of account numbers. */
const BETWEEN_DIGITS = /[\s-]/g;

/** What people write between the parts of document numbers, as in `12.345.678/0001-95`. */
const BETWEEN_PARTS = /[\s./-]/g;

/** The account number without spaces and hyphens; empty, and so not a number, when the text is too long. */
export function accountDigits(text: string): string {
  return without(BETWEEN_DIGITS, text);
}

/** The document number without punctuation; empty, and so not a number, when the text is too long. */
export function documentCharacters(text: string): string {
  return without(BETWEEN_PARTS, text);
}

function without(separators: RegExp, text: string): string {
  return text.length > MAX_LENGTH ? '' : text.replaceAll(separators, '');
}

/** The sum of each digit times the weight at its place. Digits beyond the weights do not count. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, place) => sum + weight * Number(digits[place]), 0);
}
