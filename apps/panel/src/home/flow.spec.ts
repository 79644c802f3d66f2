import { barsOf, hasMovement, periodOf, totalsOf } from './flow';

const day = (date: string, total_in: string, total_out: string) => ({ date, total_in, total_out, balance: '0.00' });

describe('the period of the chart', () => {
  const NOW = new Date('2026-03-02T23:59:59.999Z');

  it.each([
    ['7', '2026-02-24'],
    ['30', '2026-02-01'],
    ['90', '2025-12-03'],
  ] as const)('of %s days ends today and begins on %s', (days, start_date) => {
    expect(periodOf(days, NOW, 'UTC')).toEqual({ start_date, end_date: '2026-03-02' });
  });

  it('ends with the current day in the time zone of the account', () => {
    const evening = new Date('2026-03-03T01:30:00.000Z');
    expect(periodOf('7', evening, 'America/Argentina/Buenos_Aires')).toEqual({
      start_date: '2026-02-24',
      end_date: '2026-03-02',
    });
  });
});

describe('the totals of a period', () => {
  it('are exact where floating-point numbers are not', () => {
    const days = [day('2026-03-01', '9007199254740993.10', '0.10'), day('2026-03-02', '0.20', '0.20')];
    expect(totalsOf(days)).toEqual({
      in: '9007199254740993.30',
      out: '0.30',
      net: '9007199254740993.00',
    });
  });

  it('have a negative net when more went out than came in', () => {
    expect(totalsOf([day('2026-03-01', '1.00', '3.50')]).net).toBe('-2.50');
  });
});

describe('a day of the series', () => {
  it.each([
    ['0.00', '0.00', false],
    ['0.01', '0.00', true],
    ['0.00', '0.01', true],
  ])('with %s in and %s out has a movement: %s', (total_in, total_out, expected) => {
    expect(hasMovement(day('2026-03-01', total_in, total_out))).toBe(expected);
  });

  it('is drawn with money out below the line', () => {
    expect(barsOf([day('2026-03-01', '2.00', '1.50')])).toMatchObject([{ in: 2, out: -1.5 }]);
  });
});
