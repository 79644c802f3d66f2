import { Money, newId } from '@app/kernel';
import { hiddenMovement, movement } from '../domain/posting';
import { openingsOf, type DatedPosting } from './wallet-openings';

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

describe('the openings of a wallet', () => {
  const posted = (posting: DatedPosting['posting'], createdAt: string) => ({ posting, createdAt: new Date(createdAt) });

  it('have what all earlier postings add up to, hidden ones in the balance only', () => {
    const postings = [
      posted(movement(WALLET, 'payment', ars('10')), '2030-01-02T00:00:00.000Z'),
      posted(hiddenMovement(WALLET, 'fee', ars('-1')), '2030-01-02T23:59:59.999Z'),
      posted(movement(WALLET, 'payout', ars('-4')), '2030-01-03T00:00:00.000Z'),
      posted(movement(WALLET, 'payout', ars('-2')), '2030-01-05T12:00:00.000Z'),
    ];
    expect(openingsOf({ id: WALLET, currency: ars('0').currency, timeZone: 'UTC' }, postings)).toEqual([
      opening('2030-01-02', '0', '0', '0'),
      opening('2030-01-03', '10', '0', '9'),
      opening('2030-01-05', '10', '4', '5'),
    ]);
  });

  it('do not go back with the clock', () => {
    const postings = ['2030-01-03', '2030-01-02', '2030-01-04'].map((day) =>
      posted(movement(WALLET, 'payment', ars('1')), day),
    );
    expect(
      openingsOf({ id: WALLET, currency: ars('0').currency, timeZone: 'UTC' }, postings).map(({ day }) => day),
    ).toEqual(['2030-01-03', '2030-01-04']);
  });
});
