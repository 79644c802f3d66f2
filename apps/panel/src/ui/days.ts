/** The start of a day such as `2026-11-24` in UTC; undefined when the text is not a day. */
export function startOfDay(text: string | undefined): Date | undefined {
  const start = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(start.getTime()) && start.toISOString().slice(0, 10) === text ? start : undefined;
}

/** The day of a moment in a time zone such as `America/Argentina/Buenos_Aires`. */
export function dayAt(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(moment);
}

/** The day so many days later, or earlier for a negative number, whatever the time zone. */
export function daysAfter(day: string, days: number): string {
  const start = startOfDay(day) ?? new Date(Number.NaN);
  return new Date(start.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}

/** The form in which a day is typed: the usual one of the language; in English one that cannot confuse day and month. */
export const TYPED_DAYS: Readonly<Record<string, string>> = { es: 'DD/MM/YYYY', pt: 'DD/MM/YYYY', en: 'YYYY-MM-DD' };

/**
 * Reads a typed day: `YYYY-MM-DD` in every language, or with the day first in Spanish and Portuguese. In English,
 * `5/6/2026` could be two days, so it is rejected. Undefined when the text is not a complete day.
 */
export function typedDay(text: string, language: string): string | undefined {
  const [, year, month = '', day = ''] = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/.exec(text.trim()) ?? [];
  if (year !== undefined) return whole(year, month, day);
  const [, first = '', second = '', lastYear = ''] = /^(\d{1,2})[-./](\d{1,2})[-./](\d{4})$/.exec(text.trim()) ?? [];
  if (language !== 'en') return whole(lastYear, second, first);
  const readings = [whole(lastYear, first, second), whole(lastYear, second, first)];
  const [reading, ...others] = new Set(readings.filter((reading) => reading !== undefined));
  return others.length === 0 ? reading : undefined;
}

function whole(year: string, month: string, day: string): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return startOfDay(text) ? text : undefined;
}

/** A day in the language, the same in every time zone; empty when the text is not a day. */
export function dayText(
  day: string | undefined,
  language: string,
  dateStyle: Intl.DateTimeFormatOptions['dateStyle'] = 'medium',
): string {
  const start = startOfDay(day);
  return start ? new Intl.DateTimeFormat(language, { dateStyle, timeZone: 'UTC' }).format(start) : '';
}
