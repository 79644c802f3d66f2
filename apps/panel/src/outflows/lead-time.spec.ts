import { arrivalAfter, parseLeadTime } from './lead-time';

describe('the lead time of a route', () => {
  it.each([
    ['30m', { count: 30, unit: 'm' }],
    ['4h', { count: 4, unit: 'h' }],
    ['1d', { count: 1, unit: 'd' }],
  ])('%s has a count and a unit', (text, parts) => {
    expect(parseLeadTime(text)).toEqual(parts);
  });

  it.each(['', 'soon', '1w', '1.5d', '1000d'])('%j is unknown', (text) => {
    expect(parseLeadTime(text)).toBeUndefined();
  });

  it('is added to the time of the order', () => {
    expect(arrivalAfter('2030-01-31T23:00:00.000Z', '4h')).toBe('2030-02-01T03:00:00.000Z');
    expect(arrivalAfter('2030-01-31T23:00:00.000Z', 'soon')).toBeUndefined();
  });
});
