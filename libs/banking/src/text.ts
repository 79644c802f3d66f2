/** The maximum length of an identifier with punctuation. Longer text is rejected without being parsed. */
const MAX_LENGTH = 100;

/** Characters without a glyph, which are copied along with text: marks of width and direction, soft hyphens. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Every blank, among them those that no line breaks at, and the blank cell of Braille. */
const BLANKS = /[\s\u0085\u2800]+/g;
/** Every dash, among them the signs for minus and a bullet in the form of a hyphen. */
const DASHES = /[\p{Pd}\u02D7\u2043\u2212]/gu;
/** The wide forms of ASCII that East Asian keyboards write. */
const FULL_WIDTH = /[\uFF01-\uFF5E]/g;
const FULL_WIDTH_OFFSET = 0xfee0;

/** What people write between the digits of account numbers. */
const BETWEEN_DIGITS = /[ -]/g;

/** What people write between the parts of document numbers, as in `12.345.678/0001-95`. */
const BETWEEN_PARTS = /[ ./-]/g;

/**
 * A code or number as people type and paste it, in one form: no invisible characters, every dash a hyphen, every run of
 * blanks a space, full-width characters in ASCII, nothing around it. It keeps its own punctuation. Letters stay as they
 * are, so that none becomes one of ASCII.
 */
export function plainCode(text: string): string {
  return text
    .replaceAll(INVISIBLE, '')
    .replaceAll(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replaceAll(DASHES, '-')
    .replaceAll(BLANKS, ' ')
    .trim();
}

/** The code, or account number, without blanks and dashes; empty, and so no code, when the text is too long. */
export function codeCharacters(text: string): string {
  return without(BETWEEN_DIGITS, text);
}

/** The document number without punctuation; empty, and so not a number, when the text is too long. */
export function documentCharacters(text: string): string {
  return without(BETWEEN_PARTS, text);
}

function without(separators: RegExp, text: string): string {
  return isTooLong(text) ? '' : plainCode(text).replaceAll(separators, '');
}

/**
 * Whether the check digit at the end of a number of varying length can be recognised: something is written before it,
 * as in `12.345.678-5`, or `fits` accepts the characters written together. Without that, the last digit of a number
 * whose check digit was left out, as happens, is right by chance for one number in eleven.
 */
export function showsCheckDigit(text: string, fits: (characters: string) => boolean): boolean {
  const code = plainCode(text);
  return /[ ./-][^ ./-]$/.test(code) || (!/[/-]/.test(code) && fits(documentCharacters(code)));
}

/** Whether the text is longer than any identifier. */
export function isTooLong(text: string): boolean {
  return text.length > MAX_LENGTH;
}

/** The sum of each digit times the weight at its place. Digits beyond the weights do not count. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, place) => sum + weight * Number(digits[place]), 0);
}
