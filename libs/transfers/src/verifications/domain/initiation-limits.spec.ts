import { secondsAfterWrongCodes, secondsToWait, type Initiation } from './initiation-limits';

const NOW = new Date('2030-01-01T12:00:00.000Z');
const ago = (seconds: number, userId = 'ana'): Initiation => ({
  userId,
  at: new Date(NOW.getTime() - seconds * 1_000),
});
const many = (count: number, from: number, userId?: string) =>
  Array.from({ length: count }, (_, index) => ago(from + index, userId));

describe('secondsToWait', () => {
  it('lets a person initiate twenty times within an hour (rule 12.19)', () => {
    expect(secondsToWait(many(19, 0), 'ana', NOW)).toBe(0);
    expect(secondsToWait(many(20, 0), 'ana', NOW)).toBe(3600 - 19);
    expect(secondsToWait(many(20, 0), 'luis', NOW)).toBe(0);
  });

  it('waits until the twentieth newest is an hour old', () => {
    expect(secondsToWait([...many(19, 0), ago(3599)], 'ana', NOW)).toBe(1);
    expect(secondsToWait([...many(19, 0), ago(3600)], 'ana', NOW)).toBe(0);
    expect(secondsToWait([...many(19, 0), ago(3598.999)], 'ana', NOW)).toBe(2);
    expect(secondsToWait([ago(100), ...many(19, 200), ago(3000), ago(3500)], 'ana', NOW)).toBe(3600 - 218);
  });

  it('lets the people of an account initiate sixty times together', () => {
    const others = ['b', 'c', 'd', 'e'].flatMap((userId) => many(15, 10, userId));
    expect(secondsToWait(others.slice(1), 'ana', NOW)).toBe(0);
    expect(secondsToWait(others, 'ana', NOW)).toBe(3600 - 24);
  });
});

describe('secondsAfterWrongCodes', () => {
  const times = (count: number, from: number) => many(count, from).map(({ at }) => at);
  const DAY = 86_400;

  it('lets an account enter fifty wrong codes within a day, and then waits for the oldest of them (rule 12.18)', () => {
    expect(secondsAfterWrongCodes(times(49, 0), NOW)).toBe(0);
    expect(secondsAfterWrongCodes(times(50, 0), NOW)).toBe(DAY - 49);
    expect(secondsAfterWrongCodes(times(60, 0), NOW)).toBe(DAY - 49);
    expect(secondsAfterWrongCodes([...times(49, 0), ...times(1, DAY)], NOW)).toBe(0);
  });
});
