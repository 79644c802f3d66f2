import { errorsOf, validated } from '../http/testing/validated';
import { periodOf, PeriodQueryDto } from './period-query.dto';

describe('PeriodQueryDto', () => {
  const periodIn = async (query: Record<string, unknown>, zone = 'UTC') => {
    const { from, to } = periodOf(await validated(PeriodQueryDto, query), zone);
    return [from?.toISOString(), to?.toISOString()];
  };

  it('is open at both ends by default', async () => {
    expect(await periodIn({})).toEqual([undefined, undefined]);
  });

  it.each([
    ['UTC', '2030-01-31', '2030-01-31T00:00:00.000Z', '2030-02-01T00:00:00.000Z'],
    ['America/Argentina/Buenos_Aires', '2030-01-31', '2030-01-31T03:00:00.000Z', '2030-02-01T03:00:00.000Z'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    ['America/Santiago', '2025-09-07', '2025-09-07T04:00:00.000Z', '2025-09-08T03:00:00.000Z'],
  ])('includes a day in %s from its first moment there, and up to its last one: %s', async (zone, day, from, to) => {
    expect(await periodIn({ start_date: day, end_date: day }, zone)).toEqual([from, to]);
  });

  it('finds a payment of 22:30 in Buenos Aires under its day there (rule 9.16)', async () => {
    const [from, to] = await periodIn({ start_date: '2030-01-31', end_date: '2030-01-31' }, 'America/Buenos_Aires');
    const paidAt = new Date('2030-01-31T22:30:00-03:00').toISOString();
    expect([from! <= paidAt, paidAt < to!]).toEqual([true, true]);
  });

  it('takes a time with an offset exactly, whatever the zone', async () => {
    const moment = '2030-01-31T10:00:00Z';
    const inUtc = await periodIn({ start_date: moment, end_date: moment });
    expect(await periodIn({ start_date: moment, end_date: moment }, 'America/Bogota')).toEqual(inUtc);
  });

  it('is empty for a day that the zone left out', async () => {
    const [from, to] = await periodIn({ start_date: '2011-12-30', end_date: '2011-12-30' }, 'Pacific/Apia');
    expect(from).toBe(to);
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
    '2030-01-31 ',
    ['2030-01-31', '2030-02-01'],
  ])('rejects %j at either end, naming it', async (text) => {
    expect(await errorsOf(PeriodQueryDto, { start_date: text })).toEqual({ start_date: [expect.any(String)] });
    expect(await errorsOf(PeriodQueryDto, { end_date: text })).toEqual({ end_date: [expect.any(String)] });
  });

  it.each([
    ['2030-01-31', '2030-01-30'],
    ['2030-01-31T10:00:00Z', '2030-01-31T09:59:59.999Z'],
    ['2030-01-31T00:00:00-02:00', '2030-01-31T01:00:00Z'],
    ['2030-01-31T00:00:00Z', '2030-01-30T23:59:59.999Z'],
    ['2030-01-31', '2030-01-30T23:59:59.999Z'],
  ])('rejects an end before its start: %s to %s', async (start_date, end_date) => {
    await expect(periodIn({ start_date, end_date })).rejects.toMatchObject({
      details: { errors: { end_date: [expect.any(String)] } },
    });
  });
});
