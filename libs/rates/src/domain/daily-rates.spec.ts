import { endOfDailyRate } from './daily-rates';

it.each([
  ['a Monday', '2026-11-23', '2026-11-26T12:00:00.000Z'],
  ['a Thursday before a weekend', '2026-11-26', '2026-12-01T12:00:00.000Z'],
  ['a Friday, over the weekend and a holiday on Monday', '2026-11-27', '2026-12-02T12:00:00.000Z'],
  ['a Saturday', '2026-11-28', '2026-12-02T12:00:00.000Z'],
])('a rate of %s holds until the end of the second weekday after it', (_what, day, end) => {
  expect(endOfDailyRate(new Date(day)).toISOString()).toBe(end);
});
