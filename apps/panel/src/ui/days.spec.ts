import { dayText, startOfDay } from './days';

describe('a day', () => {
  it('begins in UTC', () => {
    expect(startOfDay('2026-11-24')).toEqual(new Date('2026-11-24T00:00:00.000Z'));
  });

  it.each([undefined, '', 'nonsense', '2026-02-30', '2026-1-5', '2026-11-24T00:00:00Z'])('is not %p', (text) => {
    expect(startOfDay(text)).toBeUndefined();
    expect(dayText(text, 'en')).toBe('');
  });

  it.each([
    ['en', 'Nov 24, 2026'],
    ['es', '24 nov 2026'],
    ['pt', '24 de nov. de 2026'],
  ])('is written in %s as %s', (language, written) => {
    expect(dayText('2026-11-24', language)).toBe(written);
  });
});
