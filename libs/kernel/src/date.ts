const DAY = /^\d{4}-\d\d-\d\d$/;
/** RFC 3339, and offsets without a colon or minutes, which many programs write. */
const TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(?:Z|([+-]\d\d)(?::?(\d\d))?)$/i;

/** Whether the text has the form of a day, such as `2030-01-31`. */
export function isDay(text: string): boolean {
  return DAY.test(text);
}

/** The day of a moment in UTC, such as `2030-01-31`. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/**
 * Parses an ISO 8601 day (its start in UTC) or a time with an offset. Returns undefined for any other text, and for a
 * day that does not exist in its month.
 */
export function parseDate(text: string): Date | undefined {
  const [, day = text, time, hours = '+00', minutes = '00'] = TIME.exec(text) ?? [];
  if (!DAY.test(day)) return undefined;
  const date = new Date(time === undefined ? day : `${day}T${time}${hours}:${minutes}`);
  // JavaScript parses February 30 as a day in March.
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || Number.isNaN(midnight.getTime())) return undefined;
  return midnight.toISOString().startsWith(day) ? date : undefined;
}
