import { localDeadline } from './local-deadline';

const NOW = Date.parse('2030-01-01T12:00:00.000Z');
const TEN_MINUTES = 600_000;

describe('a deadline', () => {
  it('is counted from the time of the response, whatever the clock of the device shows', () => {
    const served = 'Tue, 01 Jan 2030 15:00:00 GMT';
    expect(localDeadline('2030-01-01T15:10:00.000Z', served, NOW)).toBe(NOW + TEN_MINUTES);
  });

  it.each([null, 'nonsense'])('is counted by the clock of the device when the response has no time: %j', (served) => {
    expect(localDeadline('2030-01-01T12:10:00.000Z', served, NOW)).toBe(NOW + TEN_MINUTES);
  });
});
