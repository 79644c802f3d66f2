import { endsOf, nearEnd } from './session-end';

const NOW = Date.parse('2030-01-01T12:00:00.000Z');
const MINUTE = 60_000;

describe('the ends of a session', () => {
  it('are counted from the time of the response, whatever the clock of the device shows', () => {
    const state = { idle_expires_at: '2030-01-01T15:30:00.000Z', expires_at: '2030-01-02T03:00:00.000Z' };
    expect(endsOf(state, 'Tue, 01 Jan 2030 15:00:00 GMT', NOW)).toEqual({
      idle: NOW + 30 * MINUTE,
      absolute: NOW + 12 * 60 * MINUTE,
    });
  });

  it('are undefined when the response has none', () => {
    expect(endsOf({}, null, NOW)).toEqual({ idle: undefined, absolute: undefined });
  });
});

describe('the warning', () => {
  const ends = (idle: number | undefined, absolute: number | undefined) => ({
    idle: idle && NOW + idle * MINUTE,
    absolute: absolute && NOW + absolute * MINUTE,
  });

  it.each([
    ['both ends are far away', ends(30, 60)],
    ['both ends are unknown', ends(undefined, undefined)],
    ['the first end is more than two minutes away', ends(2.01, 60)],
  ])('is not shown when %s', (_, state) => {
    expect(nearEnd(state, NOW)).toBeUndefined();
  });

  it.each([
    ['idle', 2, 60, 2],
    ['idle', 1, 1.5, 1],
    ['idle', -1, 60, -1],
    ['idle', 1, undefined, 1],
    ['absolute', 29, 2, 2],
    ['absolute', 1.5, 1, 1],
    ['absolute', 1, 1, 1],
    ['absolute', undefined, 1, 1],
  ])('is for the %s end when the ends are %p and %p minutes away', (kind, idle, absolute, minutes) => {
    expect(nearEnd(ends(idle, absolute), NOW)).toEqual({ kind, at: NOW + minutes * MINUTE });
  });
});
