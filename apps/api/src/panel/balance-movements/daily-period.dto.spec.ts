import { validated } from '../../http/testing/validated';
import { DailyPeriodQueryDto, daysIn } from './daily-period.dto';

const NOW = new Date('2030-03-31T23:59:59.999Z');

describe('the days of a period', () => {
  const daysOf = async (query: Record<string, unknown>, zone = 'UTC') =>
    daysIn(await validated(DailyPeriodQueryDto, query), NOW, zone);
  const shown = async (query: Record<string, unknown>) => {
    const days = await daysOf(query);
    return [days.length, days[0], days.at(-1)];
  };

  it.each([
    ['the last 30, with today', {}, [30, '2030-03-02', '2030-03-31']],
    ['up to today', { start_date: '2030-03-30' }, [2, '2030-03-30', '2030-03-31']],
    ['30 up to the last one', { end_date: '2030-01-31' }, [30, '2030-01-02', '2030-01-31']],
    ['the first one alone, if it is yet to come', { start_date: '2031-01-01' }, [1, '2031-01-01', '2031-01-01']],
    ['those of a leap year', { start_date: '2028-01-01', end_date: '2028-12-31' }, [366, '2028-01-01', '2028-12-31']],
  ])('are %s', async (_, query, expected) => {
    expect(await shown(query)).toEqual(expected);
  });

  it('follow each other', async () => {
    expect(await daysOf({ start_date: '2030-02-27', end_date: '2030-03-01' })).toEqual([
      '2030-02-27',
      '2030-02-28',
      '2030-03-01',
    ]);
  });

  it('end with today in the zone, which is not yet tomorrow in Buenos Aires when it is in UTC', async () => {
    const query = { start_date: '2030-03-30' };
    expect(await daysOf(query, 'America/Argentina/Buenos_Aires')).toEqual(['2030-03-30', '2030-03-31']);
    expect(await daysOf(query, 'Pacific/Kiritimati')).toEqual(['2030-03-30', '2030-03-31', '2030-04-01']);
  });

  it('name each day once where clocks change', async () => {
    const query = { start_date: '2025-09-06', end_date: '2025-09-08' };
    expect(await daysOf(query, 'America/Santiago')).toEqual(['2025-09-06', '2025-09-07', '2025-09-08']);
  });

  it('are the days of the zone to which times belong', async () => {
    const period = { start_date: '2030-01-31T23:30:00-02:00', end_date: '2030-02-03T00:00:00Z' };
    expect(await daysOf(period)).toEqual(['2030-02-01', '2030-02-02', '2030-02-03']);
    expect(await daysOf(period, 'America/Noronha')).toEqual(['2030-01-31', '2030-02-01', '2030-02-02']);
  });

  it.each([
    ['end_date', { start_date: '2029-01-01', end_date: '2030-01-02' }],
    ['start_date', { start_date: '2029-03-30' }],
  ])('are rejected when there are more than 366, naming %s', async (field, query) => {
    await expect(daysOf(query)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { errors: { [field]: ['The period of start_date and end_date must not have more than 366 days.'] } },
    });
  });

  it('may be 366 up to today', async () => {
    expect(await shown({ start_date: '2029-03-31' })).toEqual([366, '2029-03-31', '2030-03-31']);
  });

  it('are rejected when the last one comes before the first one, naming end_date', async () => {
    const query = { start_date: '2030-01-02', end_date: '2030-01-01' };
    await expect(daysOf(query)).rejects.toMatchObject({ details: { errors: { end_date: [expect.any(String)] } } });
  });
});
