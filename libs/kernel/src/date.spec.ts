import { isDay, parseDate } from './date';

describe('parseDate', () => {
  it.each([
    ['2030-01-31', '2030-01-31T00:00:00.000Z'],
    ['2032-02-29', '2032-02-29T00:00:00.000Z'],
    ['2031-06-01T10:00:00-03:00', '2031-06-01T13:00:00.000Z'],
    ['2031-06-01T10:00+05:30', '2031-06-01T04:30:00.000Z'],
    ['9999-12-31T23:59:59.123456789Z', '9999-12-31T23:59:59.123Z'],
  ])('reads %s as %s', (text, moment) => {
    expect(parseDate(text)).toEqual(new Date(moment));
  });

  it.each([
    '',
    'tomorrow',
    '2031-1-1',
    '20310101',
    '2031-02-29',
    '2031-02-30T00:00:00Z',
    '2031-13-01',
    '2031-01-01T25:00:00Z',
    '2031-01-01T00:00:00',
    '2031-01-01 00:00:00Z',
    '+012031-01-01',
    ' 2031-01-01',
    '0000-00-00',
  ])('does not read %j', (text) => {
    expect(parseDate(text)).toBeUndefined();
  });
});

it.each([
  ['2030-01-31', true],
  ['2030-01-31T00:00:00Z', false],
])('isDay(%s) is %s', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});
