import { addDays, dayIn, dayOf, Money, newId } from '@app/kernel';
import { VirtualWalletNotFoundError } from '../domain/errors';
import type { JournalEntry } from '../domain/journal-entry';
import { aCollection, aDebitCollection, aPayout, aTransfer } from './factories';
import { aWallet, type LedgerHarness } from './harness';

const ars = (amount: string) => Money.of(amount, 'ARS');
const usd = (amount: string) => Money.of(amount, 'USD');

const DAY_MS = 86_400_000;

/** The days from `first` to `last`, counted from today: yesterday is -1. */
function days(first: number, last: number): [string, ...string[]] {
  const from = Date.now() + first * DAY_MS;
  return Array.from({ length: last - first + 1 }, (_, day) => dayOf(new Date(from + day * DAY_MS))) as [string];
}

/** What every ledger guarantees about the totals of days. */
export function daysContract(opened: () => LedgerHarness): void {
  const post = (...entries: JournalEntry[]) => opened().uow.run((tx) => opened().ledger.post(tx, entries));
  const linesOf = async (walletId: string, first: number, last: number) => {
    const found = await opened().ledger.dailyTotals(walletId, days(first, last));
    return found.map((day) => [day.totalIn, day.totalOut, day.balance].map((money) => money.toFixed()).join(' '));
  };

  /** Days -4 (in 100, out 30), -3 (none), -2 (in 5 and 6), -1 (none) and today (out 1). */
  async function aWeek(): Promise<string> {
    const { id } = await aWallet(opened());
    await post(aCollection(id, ars('100')));
    await post(aPayout(id, ars('30')));
    await opened().letDaysPass(id, 2);
    await post(aCollection(id, ars('5')));
    await post(aCollection(id, ars('6')));
    await opened().letDaysPass(id, 2);
    await post(aPayout(id, ars('1')));
    return id;
  }

  it('names each of the days once, in order', async () => {
    const { id } = await aWallet(opened());
    const found = await opened().ledger.dailyTotals(id, days(-2, 1));
    expect(found.map(({ day }) => day)).toEqual(days(-2, 1));
  });

  it('sums the movements of each day, and carries the balance over days without any', async () => {
    expect(await linesOf(await aWeek(), -4, 0)).toEqual([
      '100.00 30.00 70.00',
      '0.00 0.00 70.00',
      '11.00 0.00 81.00',
      '0.00 0.00 81.00',
      '0.00 1.00 80.00',
    ]);
  });

  it('counts only what belongs to the period', async () => {
    expect(await linesOf(await aWeek(), -3, -2)).toEqual(['0.00 0.00 70.00', '11.00 0.00 81.00']);
  });

  it('is all zeros before the first movement', async () => {
    expect(await linesOf(await aWeek(), -6, -4)).toEqual(['0.00 0.00 0.00', '0.00 0.00 0.00', '100.00 30.00 70.00']);
  });

  it('carries the balance into the future', async () => {
    expect(await linesOf(await aWeek(), 1, 2)).toEqual(['0.00 0.00 80.00', '0.00 0.00 80.00']);
  });

  it('adds up to the totals of the lifetime', async () => {
    const id = await aWeek();
    const [found, totals] = [
      await opened().ledger.dailyTotals(id, days(-10, 0)),
      await opened().ledger.movementTotals(id),
    ];
    const sum = (of: (day: (typeof found)[number]) => Money) => Money.sum(found.map(of), 'ARS');
    expect([sum(({ totalIn }) => totalIn), sum(({ totalOut }) => totalOut)]).toEqual([totals.totalIn, totals.totalOut]);
  });

  it('leaves hidden movements out of the totals, and has their effect in the balance', async () => {
    const { id } = await aWallet(opened(), { currency: 'USD', lane: 'usd' });
    await post(aDebitCollection(id, usd('50'), usd('0.50')));
    await opened().letDaysPass(id, 1);
    await post(aDebitCollection(id, usd('20'), usd('0.20')));
    expect(await linesOf(id, -1, 0)).toEqual(['50.00 0.00 49.50', '20.00 0.00 69.30']);
  });

  it('is all zeros for a wallet without movements', async () => {
    const { id } = await aWallet(opened());
    expect(await linesOf(id, -1, 0)).toEqual(['0.00 0.00 0.00', '0.00 0.00 0.00']);
  });

  it('counts what a clock set back dates before the last posting with the day of that posting', async () => {
    const { id } = await aWallet(opened());
    await post(aCollection(id, ars('10')));
    await opened().letDaysPass(id, -1);
    await post(aCollection(id, ars('5')));
    expect(await linesOf(id, 0, 1)).toEqual(['0.00 0.00 0.00', '15.00 0.00 15.00']);
  });

  it('opens the day of every wallet in a batch', async () => {
    const [from, to] = [await aWallet(opened(), { credit: '10' }), await aWallet(opened(), { credit: '1' })];
    for (const { id } of [from, to]) await opened().letDaysPass(id, 1);
    await post(aTransfer(from.id, to.id, ars('4')));
    expect([await linesOf(from.id, -1, 0), await linesOf(to.id, -1, 0)]).toEqual([
      ['10.00 0.00 10.00', '0.00 4.00 6.00'],
      ['1.00 0.00 1.00', '4.00 0.00 5.00'],
    ]);
  });

  it('keeps wallets apart', async () => {
    const [one, other] = [await aWallet(opened()), await aWallet(opened())];
    await post(aCollection(one.id, ars('1')), aCollection(other.id, ars('2')));
    expect(await linesOf(other.id, 0, 0)).toEqual(['2.00 0.00 2.00']);
  });

  describe.each(['Etc/GMT+12', 'America/Argentina/Buenos_Aires', 'America/Santiago', 'Pacific/Kiritimati'])(
    'of a wallet in %s',
    (zone) => {
      const today = () => dayIn(zone, new Date());
      const lines = async (walletId: string, first: number, last: number) => {
        const wanted = Array.from({ length: last - first + 1 }, (_, index) => addDays(today(), first + index));
        const found = await opened().ledger.dailyTotals(walletId, wanted as [string]);
        return found.map((day) => [day.totalIn, day.totalOut, day.balance].map((money) => money.toFixed()).join(' '));
      };

      it('counts a posting with the day that it is there', async () => {
        const { id } = await aWallet(opened(), { timeZone: zone });
        await post(aCollection(id, ars('10')));
        expect(await lines(id, -1, 1)).toEqual(['0.00 0.00 0.00', '10.00 0.00 10.00', '0.00 0.00 10.00']);
      });

      it('keeps books that can be proved', async () => {
        const { id } = await aWallet(opened(), { timeZone: zone, credit: '10' });
        await opened().letDaysPass(id, 1);
        await post(aPayout(id, ars('4')));
        expect(await opened().violations()).toEqual([]);
      });

      it('sums past days again when the wallet moves there, and later ones in the new zone', async () => {
        const wallet = await aWallet(opened(), { credit: '100' });
        await opened().letDaysPass(wallet.id, 2);
        await post(aPayout(wallet.id, ars('30')));
        await opened().moveAccount(wallet.accountId, zone);
        await post(aCollection(wallet.id, ars('5')));
        expect(await lines(wallet.id, -3, 0)).toEqual([
          '0.00 0.00 0.00',
          '100.00 0.00 100.00',
          '0.00 0.00 100.00',
          '5.00 30.00 75.00',
        ]);
        expect(await opened().violations()).toEqual([]);
      });
    },
  );

  it('keeps those of other accounts when one moves to another zone', async () => {
    const [one, other] = [await aWallet(opened(), { credit: '1' }), await aWallet(opened(), { credit: '2' })];
    await opened().moveAccount(one.accountId, 'Pacific/Kiritimati');
    expect(await linesOf(other.id, 0, 0)).toEqual(['2.00 0.00 2.00']);
  });

  it('is rejected for a wallet that does not exist', async () => {
    await expect(opened().ledger.dailyTotals(newId(), days(0, 0))).rejects.toThrow(VirtualWalletNotFoundError);
  });
}
