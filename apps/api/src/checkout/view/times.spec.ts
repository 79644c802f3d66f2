import { LANGUAGES } from '../texts/languages';
import { span, timeElement } from './times';

const MINUTE = 60_000;

describe('times on the page', () => {
  it.each([
    [24 * 60 * MINUTE, '24 h'],
    [24 * 60 * MINUTE - 1, '23 h 59 min'],
    [61 * MINUTE, '1 h 1 min'],
    [30 * MINUTE, '30 min'],
    [1, '1 min'],
  ])('%d ms are %s', (milliseconds, text) => {
    expect(span(milliseconds)).toBe(text);
  });

  const time = new Date('2026-09-30T15:00:00.000Z');

  it('has the exact time in its datetime attribute', () => {
    expect(timeElement(time, 'AR', LANGUAGES.en).toString()).toContain('datetime="2026-09-30T15:00:00.000Z"');
  });

  it.each([
    ['AR', '12:00', 'GMT-3'],
    ['BO', '11:00', 'GMT-4'],
    ['CO', '10:00', 'GMT-5'],
    ['MX', '09:00', 'GMT-6'],
    [undefined, '15:00', 'GMT'],
  ] as const)('shows the time in the zone of %s', (country, clock, zone) => {
    const text = timeElement(time, country, LANGUAGES.en).toString();
    expect(text).toContain(clock);
    expect(text).toContain(zone);
  });

  it.each([
    ['en', 'Sept'],
    ['es', 'sept'],
    ['pt', 'set'],
  ] as const)('names the month in %s', (language, month) => {
    expect(timeElement(time, 'BR', LANGUAGES[language]).toString()).toContain(month);
  });
});
