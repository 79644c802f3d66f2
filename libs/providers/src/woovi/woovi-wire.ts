import { readReportedAmount, type Money, type UnsupportedAmount } from '@app/kernel';

/** A JSON object of Woovi. */
export type Json = Readonly<Record<string, unknown>>;

/** The name under which records store the provider, and its name in the configuration. */
export const WOOVI = 'woovi';

/** What our ids begin with at Woovi, where an account may have objects of others too. */
const OURS = 'sp-';
const MAX_ID = 128;
const MAX_TEXT = 200;

/** Our id as Woovi gets it. */
export function correlationOf(id: string): string {
  return OURS + id;
}

/** The correlation id in a message, if it is one of ours. */
export function ourCorrelation(value: unknown): string | undefined {
  return isId(value) && value.startsWith(OURS) && value.length > OURS.length ? value : undefined;
}

/** Our id of the object that has the correlation id. */
export function idOf(correlation: string): string {
  return correlation.slice(OURS.length);
}

/** Text that can identify something: printable, without blanks. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_ID && /^[\x21-\x7e]+$/.test(value);
}

/** The member, or an empty object when it is none. */
export function objectIn(json: Json, name: string): Json {
  const value = json[name];
  return isObject(value) ? value : {};
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function idIn(json: Json, name: string): string | undefined {
  const value = json[name];
  return isId(value) ? value : undefined;
}

/** Text of Woovi for people, short enough to be kept; digits that may be a document or a key are masked. */
export function shownText(value: unknown): string | null {
  if (typeof value !== 'string' || value.trim() === '') return null;
  const printable = value.replace(/[^\P{C}\n]|\n/gu, ' ').trim();
  return [...printable.replace(/\d(?=(?:[\d.\-/]*\d){4})/g, '*')].slice(0, MAX_TEXT).join('');
}

/** An amount of Woovi, a positive whole number of centavos; undefined for anything else. */
export function moneyOf(centavos: unknown): Money | UnsupportedAmount | undefined {
  if (typeof centavos !== 'number' || !Number.isSafeInteger(centavos) || centavos <= 0) return undefined;
  const digits = String(centavos).padStart(3, '0');
  return readReportedAmount(`${digits.slice(0, -2)}.${digits.slice(-2)}`, 'BRL');
}

/** The amount as Woovi's JSON has it: at most 14 digits, which a JSON number holds exactly. */
export function centavosOf(amount: Money): number {
  if (amount.currency !== 'BRL') throw new Error(`Woovi moves BRL only, not ${amount.currency}`);
  return Number(amount.toFixed().replace('.', ''));
}

/** Whether Woovi's amount is exactly this one. */
export function isAmount(centavos: unknown, amount: Money): boolean {
  return centavos === centavosOf(amount);
}
