import { createHash } from 'node:crypto';

/** An unassigned payment service provider number, so that no real account can be paid by mistake. */
const CVU_PREFIX = '0009999';

/** Bank and city of the CLABE: the bank number is not assigned. */
const CLABE_PREFIX = '999180';

const ALIAS_WORDS = [
  'arena',
  'brisa',
  'cerro',
  'delta',
  'faro',
  'lago',
  'luna',
  'monte',
  'nube',
  'pampa',
  'puerto',
  'rio',
];

/** `length` decimal digits derived only from the text. `purpose` gives the numbers of one order different digits. */
export function digitsFrom(reference: string, purpose: string, length: number): string {
  const hash = createHash('sha256').update(`${purpose}:${reference}`).digest('hex');
  return BigInt(`0x${hash}`).toString().slice(-length).padStart(length, '0');
}

/** Argentine account number of a wallet: 22 digits in two blocks, each closed by its check digit. */
export function cvuFor(reference: string): string {
  return `${closeBlock(CVU_PREFIX)}${closeBlock(`0${digitsFrom(reference, 'cvu', 12)}`)}`;
}

/** Three words with dots between them: an alias has 6 to 20 characters. */
export function aliasFor(reference: string): string {
  const digits = digitsFrom(reference, 'alias', 6);
  const word = (at: number) => ALIAS_WORDS[Number(digits.slice(at, at + 2)) % ALIAS_WORDS.length] as string;
  return `${word(0)}.${word(2)}.${word(4)}`;
}

/** Mexican account number: 18 digits, the last of which checks the others. */
export function clabeFor(reference: string): string {
  const body = `${CLABE_PREFIX}${digitsFrom(reference, 'clabe', 11)}`;
  return `${body}${clabeCheckDigit(body)}`;
}

/** Check digit of a CBU or CVU block: weights 3, 1, 7, 9 from the right, and the difference to the next ten. */
export function cbuCheckDigit(block: string): string {
  const weights = [3, 1, 7, 9];
  const sum = [...block].reverse().reduce((total, digit, i) => total + Number(digit) * (weights[i % 4] as number), 0);
  return String((10 - (sum % 10)) % 10);
}

/** Check digit of a CLABE: weights 3, 7, 1 from the left, each product reduced to its last digit. */
export function clabeCheckDigit(body: string): string {
  const weights = [3, 7, 1];
  const sum = [...body].reduce((total, digit, i) => total + ((Number(digit) * (weights[i % 3] as number)) % 10), 0);
  return String((10 - (sum % 10)) % 10);
}

function closeBlock(block: string): string {
  return `${block}${cbuCheckDigit(block)}`;
}
