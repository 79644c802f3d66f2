import { typedDay, dayText, startOfDay } from './days';

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

describe('a typed day', () => {
  it.each([
    ['2026-11-24', 'en', '2026-11-24'],
    ['2026-11-24', 'es', '2026-11-24'],
    ['24/11/2026', 'es', '2026-11-24'],
    ['5/6/2026', 'pt', '2026-06-05'],
    ['24.11.2026', 'pt', '2026-11-24'],
    ['11/24/2026', 'en', '2026-11-24'],
    ['24/11/2026', 'en', '2026-11-24'],
    ['6/6/2026', 'en', '2026-06-06'],
  ])('%s in %s is %s', (typed, language, day) => {
    expect(typedDay(typed, language)).toBe(day);
  });

  it.each([
    ['5/6/2026', 'en'],
    ['11/24/2026', 'es'],
    ['31/02/2026', 'es'],
    ['24/11/26', 'es'],
    ['24/11/2', 'es'],
    ['', 'es'],
    ['tomorrow', 'en'],
  ])('%j in %s is not a day', (typed, language) => {
    expect(typedDay(typed, language)).toBeUndefined();
  });
});
