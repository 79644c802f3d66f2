import { Money, newId } from '@app/kernel';
import { dailyTotalsOf } from './daily-totals';

const WALLET = newId();

const ars = (amount: string) => Money.of(amount, 'ARS');
const figures = (totalIn: string, totalOut: string, balance: string) => ({
  totalIn: ars(totalIn),
  totalOut: ars(totalOut),
  balance: ars(balance),
});
const opening = (day: string, ...amounts: [string, string, string]) => ({
  walletId: WALLET,
  day,
  ...figures(...amounts),
});

describe('the totals of days', () => {
  it('are the differences between openings, and at last the present figures', () => {
    const openings = [opening('2030-01-02', '0', '0', '0'), opening('2030-01-04', '10', '4', '6')];
    const days = ['2030-01-01', '2030-01-02', '2030-01-03', '2030-01-04', '2030-01-05'];
    expect(dailyTotalsOf(days, { openings, present: figures('11', '6', '5') })).toEqual([
      { day: days[0], ...figures('0', '0', '0') },
      { day: days[1], ...figures('10', '4', '6') },
      { day: days[2], ...figures('0', '0', '6') },
      { day: days[3], ...figures('1', '2', '5') },
      { day: days[4], ...figures('0', '0', '5') },
    ]);
  });

  it('are zero on days between two openings, with the balance of the later one', () => {
    const openings = [opening('2030-01-09', '10', '4', '6')];
    expect(dailyTotalsOf(['2030-01-01'], { openings, present: figures('11', '4', '7') })).toEqual([
      { day: '2030-01-01', ...figures('0', '0', '6') },
    ]);
  });
});
