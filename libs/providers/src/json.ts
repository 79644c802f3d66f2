import { parseExactJson } from '@app/kernel';

/** A JSON object of a provider. */
export type Json = Readonly<Record<string, unknown>>;

const MAX_ID = 128;
const MAX_TEXT = 200;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object of the JSON text; undefined for text that is none. Numbers of many digits are their text. */
export function parseObject(text: string): Json | undefined {
  const json = parseValue(text);
  return isObject(json) ? json : undefined;
}

/** The value of the JSON text; undefined for text that is none. Numbers of many digits are their text. */
export function parseValue(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The member, or an empty object when it is none. */
export function objectIn(json: Json, name: string): Json {
  const value = json[name];
  return isObject(value) ? value : {};
}

/** Text that can identify something: printable, without blanks. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_ID && /^[\x21-\x7e]+$/.test(value);
}

export function idIn(json: Json, name: string): string | undefined {
  const value = json[name];
  return isId(value) ? value : undefined;
}

/** With its offset: any other time is a guess. */
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/;

/** The time of a provider; undefined for anything else. */
export function timeIn(json: Json, name: string): Date | undefined {
  const value = json[name];
  const time = new Date(typeof value === 'string' && TIME.test(value) ? value : NaN);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** Text of a provider for people, short enough to be kept; digits that may be a document or an account are masked. */
export function shownText(value: unknown): string | null {
  if (typeof value !== 'string' || value.trim() === '') return null;
  const printable = value.replace(/[^\P{C}\n]|\n/gu, ' ').trim();
  return [...printable.replace(/\d(?=(?:[\d.\-/]*\d){4})/g, '*')].slice(0, MAX_TEXT).join('');
}
