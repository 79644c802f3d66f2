import { movementFilters, referredPage, signedAmount } from './movements';

describe('the signed amount of a movement', () => {
  it.each([
    ['a payment', { direction: 'in', amount: '23975.00' }, '23975.00'],
    ['a payout, which the API signs', { direction: 'out', amount: '-10000.00' }, '-10000.00'],
    ['a returned payment, which the API does not sign', { direction: 'out', amount: '49.50' }, '-49.50'],
  ] as const)('follows the direction of %s', (_, movement, expected) => {
    expect(signedAmount(movement)).toBe(expected);
  });
});

describe('the page that a movement refers to', () => {
  it.each([
    ['payment_link', '/links/1'],
    ['card_payment_link', '/links/cards/1'],
    ['payout', '/payouts/1'],
    ['transfer', '/payouts/1'],
  ])('is, for a %s, %s', (type, to) => {
    expect(referredPage({ type, id: '1' })?.to).toBe(to);
  });

  it.each([[null], [{ type: 'wallet', id: '1' }], [{ type: 'a later type', id: '1' }]])(
    'is none for %j',
    (reference) => {
      expect(referredPage(reference)).toBeUndefined();
    },
  );
});

describe('the filters of the movements', () => {
  it('are taken from the address', () => {
    const filters = { type: 'payout', start_date: '2026-11-01', end_date: '2026-11-30' };
    expect(movementFilters(filters)).toEqual(filters);
  });

  it('omit a type that the API does not have', () => {
    expect(movementFilters({ type: 'fee' })).toEqual({});
  });
});
