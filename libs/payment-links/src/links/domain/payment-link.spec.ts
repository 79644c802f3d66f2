import { decimal, toCurrency } from '@app/kernel';
import { declaredCurrency, fitsDigits, next, TRANSITIONS, type LinkEvent, type LinkStatus } from './payment-link';

const STATUSES: LinkStatus[] = ['active', 'processing', 'in_transit', 'completed', 'cancelled', 'expired', 'returned'];

/** Where each event takes a link of each status; a dot is a refusal. Columns in the order of STATUSES. */
const MOVES: Record<LinkEvent, string> = {
  pay: 'completed . . . . completed .',
  confirm_debit: 'processing . . . . . .',
  submit_debit: 'in_transit in_transit . . . . .',
  settle_debit: 'completed completed completed . . . .',
  refuse_debit: '. active active . . . .',
  return_debit: '. . . returned . . .',
  cancel: 'cancelled . . . . . .',
  lapse: 'expired . . . . . .',
};

const CELLS = Object.entries(MOVES).flatMap(([event, row]) =>
  row.split(' ').map((to, i) => ({ event: event as LinkEvent, from: STATUSES[i]!, to: to === '.' ? undefined : to })),
);

describe('a payment link', () => {
  it.each(CELLS)('that is $from goes to $to at $event', ({ event, from, to }) => {
    expect(next(from, event)).toBe(to);
  });

  it('knows no other events', () => {
    expect(Object.keys(TRANSITIONS).sort()).toEqual(Object.keys(MOVES).sort());
  });

  it('can be paid a second time by nothing that follows a payment', () => {
    const afterPayment: LinkStatus[] = ['completed', 'returned'];
    expect(afterPayment.map((status) => next(status, 'pay'))).toEqual([undefined, undefined]);
  });

  it('ends for good when it is cancelled or returned', () => {
    const events = Object.keys(TRANSITIONS) as LinkEvent[];
    const moves = (['cancelled', 'returned'] as const).flatMap((status) => events.map((event) => next(status, event)));
    expect(moves.every((move) => move === undefined)).toBe(true);
  });
});

describe('the declared amount', () => {
  const [BRL, ARS] = [toCurrency('BRL'), toCurrency('ARS')];

  it.each`
    amountType   | currency
    ${'receive'} | ${ARS}
    ${'charge'}  | ${BRL}
  `('of a link to $amountType, paid in BRL into an ARS wallet, is in $currency', ({ amountType, currency }) => {
    expect(declaredCurrency(amountType, BRL, ARS)).toBe(currency);
  });

  it.each`
    amount       | digits | fits
    ${'10'}      | ${0}   | ${true}
    ${'10.00'}   | ${0}   | ${true}
    ${'10.5'}    | ${0}   | ${false}
    ${'10.50'}   | ${2}   | ${true}
    ${'10.500'}  | ${2}   | ${true}
    ${'10.505'}  | ${2}   | ${false}
    ${'-10.505'} | ${2}   | ${false}
    ${'0.001'}   | ${2}   | ${false}
  `('$amount fits $digits digits: $fits', ({ amount, digits, fits }) => {
    expect(fitsDigits(decimal(amount), digits)).toBe(fits);
  });
});
