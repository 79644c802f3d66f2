const DAY_MS = 86_400_000;
/** A day ends last in the zone UTC-12. */
const LAST_ZONE_MS = 12 * 3_600_000;
/** The next business day, when one weekday may be a bank holiday. */
const WEEKDAYS = 2;

/**
 * Until when a rate holds that a source dates with a day. Such sources publish once on each business day, so the rate must
 * last over a weekend and over a bank holiday of one day: until the end of the second weekday after it, in every time zone.
 */
export function endOfDailyRate(day: Date): Date {
  let at = day.getTime();
  for (let left = WEEKDAYS; left > 0;) {
    at += DAY_MS;
    if (![0, 6].includes(new Date(at).getUTCDay())) left -= 1;
  }
  return new Date(at + DAY_MS + LAST_ZONE_MS);
}
