import { EXCEPTION_TRANSITIONS, type ExceptionStatus } from './payment-exception';

const STATUSES: ExceptionStatus[] = ['open', 'credited', 'refunded', 'matched'];

/** Every move that an exception can make: it is resolved once. */
const MOVES = new Set(['open → credited', 'open → refunded', 'open → matched']);

describe('a payment exception', () => {
  it.each(STATUSES.flatMap((from) => STATUSES.map((to) => `${from} → ${to}`)))('%s', (move) => {
    const [from, to] = move.split(' → ') as [ExceptionStatus, ExceptionStatus];
    expect(EXCEPTION_TRANSITIONS[from].includes(to)).toBe(MOVES.has(move));
  });

  it('has no other statuses', () => {
    expect(Object.keys(EXCEPTION_TRANSITIONS).sort()).toEqual([...STATUSES].sort());
  });
});
