const ISO_DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/**
 * Reads an ISO 8601 day (its first moment in UTC), or a time with its offset from UTC. Undefined for anything else,
 * including days that do not exist.
 */
export function readIsoDate(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !ISO_DATE.test(value)) return undefined;
  const date = new Date(value);
  const day = value.slice(0, 10);
  // February 30 would silently become a day of March.
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || Number.isNaN(midnight.getTime())) return undefined;
  return midnight.toISOString().startsWith(day) ? date : undefined;
}
