import { errorsOf, validated } from '../http/testing/validated';
import { periodOf, PeriodQueryDto } from './period-query.dto';

describe('PeriodQueryDto', () => {
  const periodIn = async (query: Record<string, unknown>) => {
    const { from, to } = periodOf(await validated(PeriodQueryDto, query));
    return [from?.toISOString(), to?.toISOString()];
  };

  it('is open at both ends by default', async () => {
    expect(await periodIn({})).toEqual([undefined, undefined]);
  });

  it('includes a day from its first moment in UTC, and up to its last one', async () => {
    expect(await periodIn({ start_date: '2030-01-31', end_date: '2030-01-31' })).toEqual([
      '2030-01-31T00:00:00.000Z',
      '2030-02-01T00:00:00.000Z',
    ]);
  });

  it('accepts a time with its offset, whose millisecond belongs to the period', async () => {
    const moment = '2030-01-31T10:00:00.5+02:00';
    expect(await periodIn({ start_date: moment, end_date: moment })).toEqual([
      '2030-01-31T08:00:00.500Z',
      '2030-01-31T08:00:00.501Z',
    ]);
  });

  it('accepts either end alone', async () => {
    expect(await periodIn({ end_date: '2028-02-29' })).toEqual([undefined, '2028-03-01T00:00:00.000Z']);
  });

  it('accepts an end at a time of the day on which it starts', async () => {
    expect(await periodIn({ start_date: '2030-01-31', end_date: '2030-01-31T00:00Z' })).toEqual([
      '2030-01-31T00:00:00.000Z',
      '2030-01-31T00:00:00.001Z',
    ]);
  });

  it.each([
    '',
    'yesterday',
    '2030-02-30',
    '2029-02-29',
    '2030-13-01',
    '2030-1-1',
    '20300131',
    '2030-01-31T10:00:00',
    '2030-01-31 10:00:00Z',
    '2030-01-31T25:00:00Z',
    '0000-01-01',
    '9999-12-31',
    '+275760-09-13',
    ['2030-01-31', '2030-02-01'],
  ])('refuses %j at either end, naming it', async (text) => {
    expect(await errorsOf(PeriodQueryDto, { start_date: text })).toEqual({ start_date: [expect.any(String)] });
    expect(await errorsOf(PeriodQueryDto, { end_date: text })).toEqual({ end_date: [expect.any(String)] });
  });

  it.each([
    ['2030-01-31', '2030-01-30'],
    ['2030-01-31T10:00:00Z', '2030-01-31T09:59:59.999Z'],
    ['2030-01-31T00:00:00-02:00', '2030-01-31T01:00:00Z'],
  ])('refuses an end before its start: %s to %s', async (start_date, end_date) => {
    expect(await errorsOf(PeriodQueryDto, { start_date, end_date })).toEqual({ end_date: [expect.any(String)] });
  });
});
