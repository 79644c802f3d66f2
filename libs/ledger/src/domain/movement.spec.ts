import { Money } from '@app/kernel';
import { directionOf, labelOf, shownAmount, toMovement } from './movement';

const ars = (amount: string) => Money.of(amount, 'ARS');

describe('a movement', () => {
  it.each([
    ['payment', 'Payment received'],
    ['payout', 'Payout'],
    ['return', 'Payment returned'],
    ['deposit', 'Deposit'],
    ['refund', 'Refund'],
    ['adjustment', 'Adjustment'],
    ['something_newer', 'Movement'],
    ['toString', 'Movement'],
  ])('of type %s is labelled %s', (type, label) => {
    expect(labelOf(type)).toBe(label);
  });

  it('goes in when the balance increases', () => {
    expect(directionOf(ars('0.01'))).toBe('in');
  });

  it('goes out when the balance decreases', () => {
    expect(directionOf(ars('-0.01'))).toBe('out');
  });

  it('shows a returned payment without its minus', () => {
    expect(shownAmount('return', ars('-50')).toFixed()).toBe('50.00');
  });

  it.each(['payout', 'adjustment', 'something_newer'])('shows a debit of type %s with its minus', (type) => {
    expect(shownAmount(type, ars('-50')).toFixed()).toBe('-50.00');
  });

  it('shows its type, even one that this release does not know', () => {
    const record = {
      id: '1',
      walletId: 'w',
      type: 'something_newer',
      balanceAfter: ars('1'),
      fee: null,
      reference: null,
    };
    expect(toMovement({ ...record, change: ars('1'), createdAt: new Date(0) })).toMatchObject({
      type: 'something_newer',
      direction: 'in',
      label: 'Movement',
    });
  });
});
