import { Complaints } from '@app/kernel';
import { readPeriod } from './period';

describe('readPeriod', () => {
  const periodOf = (query: Record<string, unknown>) => {
    const complaints = new Complaints();
    const { from, to } = readPeriod(query, complaints);
    complaints.throwIfAny();
    return [from?.toISOString(), to?.toISOString()];
  };

  it('is open at both ends when nothing is asked for', () => {
    expect(periodOf({})).toEqual([undefined, undefined]);
  });

  it('takes a day from its first moment in UTC, and up to its last one', () => {
    expect(periodOf({ start_date: '2030-01-31', end_date: '2030-01-31' })).toEqual([
      '2030-01-31T00:00:00.000Z',
      '2030-02-01T00:00:00.000Z',
    ]);
  });

  it('takes a time with its offset, whose millisecond belongs to the period', () => {
    const moment = '2030-01-31T10:00:00.5+02:00';
    expect(periodOf({ start_date: moment, end_date: moment })).toEqual([
      '2030-01-31T08:00:00.500Z',
      '2030-01-31T08:00:00.501Z',
    ]);
  });

  it('takes either end alone', () => {
    expect(periodOf({ end_date: '2028-02-29' })).toEqual([undefined, '2028-03-01T00:00:00.000Z']);
  });

  it('takes an end at a time of the day that it starts on', () => {
    expect(periodOf({ start_date: '2030-01-31', end_date: '2030-01-31T00:00Z' })).toEqual([
      '2030-01-31T00:00:00.000Z',
      '2030-01-31T00:00:00.001Z',
    ]);
  });

  const naming = (field: string) =>
    expect.objectContaining({ code: 'VALIDATION_FAILED', details: { errors: { [field]: [expect.any(String)] } } });

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
  ])('refuses %j at either end, naming it', (text) => {
    expect(() => periodOf({ start_date: text })).toThrow(naming('start_date'));
    expect(() => periodOf({ end_date: text })).toThrow(naming('end_date'));
  });

  it.each([
    ['2030-01-31', '2030-01-30'],
    ['2030-01-31T10:00:00Z', '2030-01-31T09:59:59.999Z'],
    ['2030-01-31T00:00:00-02:00', '2030-01-31T01:00:00Z'],
  ])('refuses an end before its start: %s to %s', (start_date, end_date) => {
    expect(() => periodOf({ start_date, end_date })).toThrow(naming('end_date'));
  });
});
