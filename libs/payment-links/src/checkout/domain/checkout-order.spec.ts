import { ORDER_TRANSITIONS, type OrderStatus } from './checkout-order';

const STATUSES: OrderStatus[] = ['open', 'confirmed', 'paid', 'lapsed', 'superseded', 'refused', 'returned'];

/** Every move that an order can make. Whatever is not here it cannot. */
const MOVES = new Set([
  'open → paid',
  'open → lapsed',
  'open → superseded',
  'open → confirmed',
  // A debit whose confirmation never reached us.
  'open → refused',
  'superseded → refused',
  'confirmed → paid',
  'confirmed → refused',
  // The rail took the money, however late.
  'lapsed → paid',
  'superseded → paid',
  'refused → paid',
  'paid → returned',
]);

describe('a checkout order', () => {
  it.each(STATUSES.flatMap((from) => STATUSES.map((to) => `${from} → ${to}`)))('%s', (move) => {
    const [from, to] = move.split(' → ') as [OrderStatus, OrderStatus];
    expect(ORDER_TRANSITIONS[from].includes(to)).toBe(MOVES.has(move));
  });

  it('has no other statuses', () => {
    expect(Object.keys(ORDER_TRANSITIONS).sort()).toEqual([...STATUSES].sort());
  });
});
