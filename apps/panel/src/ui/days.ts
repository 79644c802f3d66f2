/** The moment at which a day like `2026-11-24` begins in UTC; undefined when the text is no day. */
export function startOfDay(text: string | undefined): Date | undefined {
  const start = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(start.getTime()) && start.toISOString().slice(0, 10) === text ? start : undefined;
}

/** A day in the reader's language, the same in every time zone; empty when the text is no day. */
export function dayText(
  day: string | undefined,
  language: string,
  dateStyle: Intl.DateTimeFormatOptions['dateStyle'] = 'medium',
): string {
  const start = startOfDay(day);
  return start ? new Intl.DateTimeFormat(language, { dateStyle, timeZone: 'UTC' }).format(start) : '';
}
