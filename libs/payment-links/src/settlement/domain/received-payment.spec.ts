import { RECEIVED_PAYMENT_TRANSITIONS, type ReceivedPaymentStatus } from './received-payment';

const STATUSES: ReceivedPaymentStatus[] = ['in_process', 'credited', 'returned'];

/** Every move that a received payment can make. Whatever is not here it cannot. */
const MOVES = new Set(['in_process → credited', 'credited → returned']);

describe('a received payment', () => {
  it.each(STATUSES.flatMap((from) => STATUSES.map((to) => `${from} → ${to}`)))('%s', (move) => {
    const [from, to] = move.split(' → ') as [ReceivedPaymentStatus, ReceivedPaymentStatus];
    expect(RECEIVED_PAYMENT_TRANSITIONS[from].includes(to)).toBe(MOVES.has(move));
  });

  it('has no other statuses', () => {
    expect(Object.keys(RECEIVED_PAYMENT_TRANSITIONS).sort()).toEqual([...STATUSES].sort());
  });
});
