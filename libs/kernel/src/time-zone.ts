import { dayOf } from './date';

const DAY_MS = 86_400_000;
/** Local midnight is within these of midnight in UTC: offsets are between -12 and +14 hours. */
const BEFORE_MS = 15 * 3_600_000;
const AFTER_MS = 13 * 3_600_000;

/** How a moment reads in a time zone. One formatter takes 20 to 50 µs to build, and there are only some hundred zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether this process knows the time zone, in any letter case. An offset such as `-03:00` is not a zone. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The day in the zone to which a moment belongs, such as `2030-01-31`. */
export function dayIn(zone: string, moment: Date): string {
  return dayOf(new Date(localTime(zone, moment.getTime())));
}

/** The day that many days later, or earlier. */
export function addDays(day: string, days: number): string {
  return dayOf(new Date(Date.parse(day) + days * DAY_MS));
}

/**
 * The first moment of a day in the zone, which is not always midnight: clocks that are set forward at midnight have none.
 * For a day that the zone left out, it is the first moment after it.
 */
export function startOfDay(zone: string, day: string): Date {
  const midnight = Date.parse(day);
  let [before, after] = [midnight - BEFORE_MS, midnight + AFTER_MS];
  const offset = localTime(zone, before) - before;
  if (localTime(zone, after) - after === offset) return new Date(midnight - offset);
  // The clocks change near this midnight. Local days never go back, so halving finds where the day begins.
  while (after - before > 1) {
    const middle = new Date((before + after) / 2).getTime();
    if (localTime(zone, middle) >= midnight) after = middle;
    else before = middle;
  }
  return new Date(after);
}

/** A moment as its local time with the offset of the zone: `2030-01-31T22:30:00.000-03:00`. */
export function localIso(zone: string, moment: Date): string {
  const local = localTime(zone, moment.getTime());
  const offset = local - moment.getTime();
  const hoursAndMinutes = new Date(Math.abs(offset)).toISOString().slice(11, 16);
  return `${new Date(local).toISOString().slice(0, -1)}${offset < 0 ? '-' : '+'}${hoursAndMinutes}`;
}

/** The local time of a moment, as the milliseconds at which UTC shows the same date and time. */
export function localTime(zone: string, ms: number): number {
  if (zone === 'UTC') return ms;
  const [year = 0, month = 1, ...rest] = (formatOf(zone).format(ms).match(/\d+/g) ?? []).map(Number);
  return Date.UTC(year, month - 1, ...rest) + (((ms % 1000) + 1000) % 1000);
}

/** Swedish dates and times are in the order of ISO 8601: `2030-01-31 22:30:00`. */
function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(zone, format);
  }
  return format;
}
