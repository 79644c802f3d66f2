import { Money, newId, toCurrency } from '@app/kernel';
import { hiddenMovement, movement } from './posting';
import { Balances, type Wallet } from './wallet';
import { addTotals, movementTotalsOf, proofOf, totalsOf, type TypeTotals } from './wallet-totals';

const ars = (amount: string) => Money.of(amount, 'ARS');
const [one, other] = [newId(), newId()];

const wallet: Wallet = {
  id: one,
  accountId: newId(),
  currency: toCurrency('ARS'),
  lane: 'local',
  balances: new Balances(ars('0'), ars('0')),
  version: 0,
};

describe('totals', () => {
  it('are grouped by wallet, type and visibility', () => {
    const found = totalsOf([
      movement(one, 'payment', ars('5')),
      movement(other, 'payment', ars('6')),
      movement(one, 'deposit', ars('7')),
      { ...movement(one, 'payment', ars('8')), visible: false },
    ]);
    expect(found.map(({ walletId, type, visible, totalIn }) => [walletId, type, visible, totalIn.toFixed()])).toEqual([
      [one, 'payment', true, '5.00'],
      [other, 'payment', true, '6.00'],
      [one, 'deposit', true, '7.00'],
      [one, 'payment', false, '8.00'],
    ]);
  });

  it('count what came in and what went out separately, both as positive sums', () => {
    const adjustments = ['5', '-2', '3', '-1'].map((amount) => movement(one, 'adjustment', ars(amount)));
    expect(totalsOf(adjustments)).toEqual([
      {
        walletId: one,
        type: 'adjustment',
        visible: true,
        totalIn: ars('8'),
        countIn: 2,
        totalOut: ars('3'),
        countOut: 2,
      },
    ]);
  });

  it('are empty without postings', () => {
    expect(totalsOf([])).toEqual([]);
  });

  it('increase by what is added', () => {
    const kept = new Map<string, TypeTotals>();
    const added = totalsOf([movement(one, 'adjustment', ars('5')), movement(one, 'adjustment', ars('-2'))]);
    for (const totals of [...added, ...added]) addTotals(kept, totals);
    expect([...kept.values()]).toEqual([
      { ...added[0], totalIn: ars('10'), countIn: 2, totalOut: ars('4'), countOut: 2 },
    ]);
  });
});

describe('the totals that the merchant sees', () => {
  it('leave out hidden types', () => {
    const totals = totalsOf([movement(one, 'payment', ars('50')), hiddenMovement(one, 'fee', ars('-1'))]);
    expect(movementTotalsOf({ wallet, totals })).toMatchObject({ totalOut: ars('0'), countOut: 0 });
  });
});

describe('a proof', () => {
  it('lists visible types first, then hidden ones, each in alphabetical order', () => {
    const totals = totalsOf([
      hiddenMovement(one, 'fee_refund', ars('1')),
      hiddenMovement(one, 'fee', ars('-1')),
      movement(one, 'payout', ars('-1')),
      movement(one, 'adjustment', ars('1')),
    ]);
    expect(proofOf({ wallet, totals }).lines.map(({ type }) => type)).toEqual([
      'adjustment',
      'payout',
      'fee',
      'fee_refund',
    ]);
  });

  it('has the signed change of each type, and their sum', () => {
    const totals = totalsOf([movement(one, 'payment', ars('50')), movement(one, 'payout', ars('-60'))]);
    const { lines, sum } = proofOf({ wallet, totals });
    expect(lines.map(({ total }) => total.toFixed())).toEqual(['50.00', '-60.00']);
    expect(sum).toEqual(ars('-10'));
  });
});
