import { Money, newId, ValidationError } from '@app/kernel';
import type { MovementFilter } from '../application/ports';
import { VirtualWalletNotFoundError } from '../domain/errors';
import type { JournalEntry } from '../domain/journal-entry';
import type { Movement } from '../domain/movement';
import { aCollection, aDebitCollection, aDebitReturn, aHoldOn, aPayout } from './factories';
import { aWallet, type LedgerHarness } from './harness';

const ars = (amount: string) => Money.of(amount, 'ARS');
const usd = (amount: string) => Money.of(amount, 'USD');

/** What every ledger guarantees about reading. */
export function readingContract(opened: () => LedgerHarness): void {
  const post = (...entries: JournalEntry[]) => opened().uow.run((tx) => opened().ledger.post(tx, entries));

  describe('of wallets', () => {
    let accountId: string;

    beforeAll(async () => {
      accountId = await opened().newAccount();
      await opened().uow.run(async (tx) => {
        await opened().ledger.createWallet(tx, { accountId, currency: 'USDC', lane: 'internal' });
        await opened().ledger.createWallet(tx, { accountId, currency: 'USD', lane: 'usd' });
        await opened().ledger.createWallet(tx, { accountId, currency: 'USD', lane: 'local' });
      });
    });

    it('lists all wallets of an account by lane', async () => {
      const wallets = await opened().ledger.walletsOf(accountId);
      expect(wallets.map(({ lane }) => lane)).toEqual(['local', 'usd', 'internal']);
    });

    it('lists the wallets that the merchant sees by lane', async () => {
      const wallets = await opened().ledger.listMerchantWallets(accountId);
      expect(wallets.map(({ lane }) => lane)).toEqual(['local', 'usd']);
    });
  });

  it('finds no wallet for an unknown id', async () => {
    expect(await opened().ledger.findWallet(newId())).toBeUndefined();
  });

  it('shows a movement with all of its fields', async () => {
    const { id } = await aWallet(opened());
    const reference = { type: 'received_payment', id: newId() };
    await post(aCollection(id, ars('14265'), ars('735'), { reference }));
    const { items } = await opened().ledger.listMovements(id, { limit: 10 });
    expect(items).toEqual([
      {
        id: expect.any(String),
        walletId: id,
        type: 'payment',
        direction: 'in',
        amount: ars('14265'),
        balanceAfter: ars('14265'),
        fee: null,
        label: 'Payment received',
        reference,
        createdAt: expect.any(Date),
      } satisfies Movement,
    ]);
  });

  it('shows a payout as negative and a returned payment as positive, both with direction out', async () => {
    const { id } = await aWallet(opened());
    await post(aCollection(id, ars('100')), aPayout(id, ars('30')), aDebitReturn(id, ars('50')));
    const { items } = await opened().ledger.listMovements(id, { limit: 2 });
    expect(items.map(({ direction, amount }) => [direction, amount.toFixed()])).toEqual([
      ['out', '50.00'],
      ['out', '-30.00'],
    ]);
  });

  it('leaves out hidden movements, whose effect shows in the next balance', async () => {
    const { id } = await aWallet(opened(), { currency: 'USD', lane: 'usd' });
    await post(aDebitCollection(id, usd('50'), usd('0.50')), aDebitCollection(id, usd('50'), usd('0.50')));
    const { items } = await opened().ledger.listMovements(id, { limit: 10 });
    expect(items.map(({ balanceAfter }) => balanceAfter.toFixed())).toEqual(['99.50', '50.00']);
  });

  it('shows the fee of a USD collection, and its refund, beside their movement, so that the balances add up', async () => {
    const { id } = await aWallet(opened(), { currency: 'USD', lane: 'usd' });
    await post(aDebitCollection(id, usd('101'), usd('1.01')), aDebitCollection(id, usd('102'), usd('1.02')));
    await post(aPayout(id, usd('10')), aDebitReturn(id, usd('101'), usd('1.01')));
    const { items } = await opened().ledger.listMovements(id, { limit: 10 });
    const shown = items.map(({ balanceAfter, fee }) => [balanceAfter, fee?.amount, fee?.balanceAfter]);
    expect(shown.map((amounts) => amounts.map((amount) => amount?.toFixed()))).toEqual([
      ['89.97', '1.01', '90.98'],
      ['190.97', undefined, undefined],
      ['201.99', '-1.02', '200.97'],
      ['101.00', '-1.01', '99.99'],
    ]);
  });

  it('pages through every movement once, newest first', async () => {
    const { id } = await aWallet(opened());
    for (const amounts of [
      ['1', '2', '3'],
      ['4', '5'],
      ['6', '7'],
    ]) {
      await post(...amounts.map((amount) => aCollection(id, ars(amount))));
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await opened().ledger.listMovements(id, { limit: 2, ...(cursor && { cursor }) });
      seen.push(...page.items.map(({ amount }) => amount.toFixed()));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(['7.00', '6.00', '5.00', '4.00', '3.00', '2.00', '1.00']);
  });

  it('gives the last page no cursor, even when it is full', async () => {
    const { id } = await aWallet(opened());
    await post(aCollection(id, ars('1')), aCollection(id, ars('2')));
    expect((await opened().ledger.listMovements(id, { limit: 2 })).nextCursor).toBeNull();
  });

  it('filters by type', async () => {
    const { id } = await aWallet(opened());
    await post(aCollection(id, ars('100')), aPayout(id, ars('30')), aCollection(id, ars('1')));
    const { items } = await opened().ledger.listMovements(id, { type: 'payout', limit: 10 });
    expect(items.map(({ type }) => type)).toEqual(['payout']);
  });

  it('pages within a type', async () => {
    const { id } = await aWallet(opened());
    await post(aCollection(id, ars('9')), aPayout(id, ars('1')), aCollection(id, ars('1')), aPayout(id, ars('2')));
    const first = await opened().ledger.listMovements(id, { type: 'payout', limit: 1 });
    const second = await opened().ledger.listMovements(id, { type: 'payout', limit: 1, cursor: first.nextCursor! });
    expect(second.items.map(({ amount }) => amount.toFixed())).toEqual(['-1.00']);
  });

  it('includes the start of a period and excludes its end', async () => {
    const { id } = await aWallet(opened(), { credit: '1' });
    const [only] = (await opened().ledger.listMovements(id, { limit: 1 })).items;
    const { createdAt } = only!;
    const later = new Date(createdAt.getTime() + 1);
    const count = async (from: Date, to: Date) =>
      (await opened().ledger.listMovements(id, { from, to, limit: 10 })).items.length;
    expect([await count(createdAt, later), await count(new Date(0), createdAt), await count(later, later)]).toEqual([
      1, 0, 0,
    ]);
  });

  it('streams every item of a list in the order of its pages, with the same filters', async () => {
    const { id } = await aWallet(opened());
    const entries = Array.from({ length: 7 }, (_, index) => aCollection(id, ars(String(index + 1))));
    await post(...entries.slice(0, 4));
    await post(...entries.slice(4), aPayout(id, ars('2')));
    const { items } = await opened().ledger.listMovements(id, { limit: 50 });
    const every = async (filter: MovementFilter) => {
      const seen: Movement[] = [];
      for await (const movement of opened().ledger.streamMovements(id, filter)) seen.push(movement);
      return seen;
    };
    const from = items.at(-1)!.createdAt;

    expect(items).toHaveLength(8);
    expect(await every({})).toEqual(items);
    expect(await every({ from, type: 'payout' })).toEqual(items.slice(0, 1));
    expect(await every({ to: from })).toEqual([]);
  });

  it('pages within a period', async () => {
    const { id } = await aWallet(opened());
    await post(aCollection(id, ars('1')), aCollection(id, ars('2')));
    const period = { from: new Date(0), to: new Date('2200-01-01'), limit: 1 };
    const first = await opened().ledger.listMovements(id, period);
    const second = await opened().ledger.listMovements(id, { ...period, cursor: first.nextCursor! });
    expect(second.items.map(({ amount }) => amount.toFixed())).toEqual(['1.00']);
  });

  it.each(['', 'nonsense', Buffer.from('12.x').toString('base64url'), Buffer.from('1.1; DROP').toString('base64url')])(
    'rejects the cursor %j',
    async (cursor) => {
      const { id } = await aWallet(opened());
      const read = Promise.resolve().then(() => opened().ledger.listMovements(id, { cursor, limit: 1 }));
      await expect(read).rejects.toThrow(ValidationError);
    },
  );

  it('totals what came in and what went out, over visible movements', async () => {
    const { id } = await aWallet(opened(), { currency: 'USD', lane: 'usd' });
    await post(aDebitCollection(id, usd('50'), usd('0.50')), aPayout(id, usd('20')), aDebitReturn(id, usd('5')));
    expect(await opened().ledger.movementTotals(id)).toEqual({
      walletId: id,
      totalIn: usd('50'),
      totalOut: usd('25'),
      countIn: 1,
      countOut: 2,
    });
  });

  it('totals a wallet without movements to zero', async () => {
    const { id } = await aWallet(opened());
    const totals = await opened().ledger.movementTotals(id);
    expect(totals).toMatchObject({ totalIn: ars('0'), totalOut: ars('0'), countIn: 0, countOut: 0 });
  });

  it('rejects totals of a wallet that does not exist', async () => {
    await expect(opened().ledger.movementTotals(newId())).rejects.toThrow(VirtualWalletNotFoundError);
  });

  describe('the proof of a wallet', () => {
    const linesOf = async (walletId: string) => {
      const { lines } = await opened().ledger.walletProof(walletId);
      return lines.map(({ type, visible, count, total }) => [type, visible, count, total.toString()]);
    };

    it('sums changes by type, visible ones first', async () => {
      const { id } = await aWallet(opened(), { currency: 'USD', lane: 'usd' });
      await post(aDebitCollection(id, usd('50'), usd('0.50')), aDebitCollection(id, usd('30'), usd('0.30')));
      await post(aPayout(id, usd('20')), aDebitReturn(id, usd('30'), usd('0.30')));
      expect(await linesOf(id)).toEqual([
        ['payment', true, 2, '80.00 USD'],
        ['payout', true, 1, '-20.00 USD'],
        ['return', true, 1, '-30.00 USD'],
        ['fee', false, 2, '-0.80 USD'],
        ['fee_refund', false, 1, '0.30 USD'],
      ]);
    });

    it('adds up to the balance, hidden changes included', async () => {
      const { id } = await aWallet(opened(), { currency: 'USD', lane: 'usd' });
      await post(aDebitCollection(id, usd('50'), usd('0.50')), aPayout(id, usd('20')));
      const { wallet, sum } = await opened().ledger.walletProof(id);
      expect([wallet, sum]).toEqual([await opened().ledger.findWallet(id), usd('29.50')]);
      expect(sum).toEqual(wallet.balances.balance);
    });

    it('nets the changes of a type that goes in both directions', async () => {
      const { uow, ledger } = opened();
      const { id } = await aWallet(opened());
      for (const amount of ['10', '-4', '-6']) {
        const adjustment = { walletId: id, amount: ars(amount), reason: 'A test', occurredAt: new Date() };
        await uow.run((tx) => ledger.adjust(tx, adjustment));
      }
      expect(await linesOf(id)).toEqual([['adjustment', true, 3, '0.00 ARS']]);
    });

    it('includes captured holds and no others', async () => {
      const { uow, ledger } = opened();
      const { id } = await aWallet(opened(), { credit: '100' });
      const place = () => uow.run((tx) => ledger.placeHold(tx, aHoldOn(id, ars('30'))));
      const [captured, released] = [await place(), await place()];
      await uow.run((tx) => ledger.captureHold(tx, captured.holdId, aPayout(id, ars('30'))));
      await uow.run((tx) => ledger.releaseHold(tx, released.holdId));
      expect(await linesOf(id)).toEqual([
        ['payment', true, 1, '100.00 ARS'],
        ['payout', true, 1, '-30.00 ARS'],
      ]);
    });

    it('does not change when an entry is repeated', async () => {
      const { id } = await aWallet(opened());
      const entry = aCollection(id, ars('10'));
      await post(entry);
      await post(entry);
      expect(await linesOf(id)).toEqual([['payment', true, 1, '10.00 ARS']]);
    });

    it('does not include a transaction that rolled back', async () => {
      const { id } = await aWallet(opened(), { credit: '10' });
      const failing = opened().uow.run(async (tx) => {
        await opened().ledger.post(tx, [aCollection(id, ars('5')), aPayout(id, ars('1'))]);
        throw new Error('something else went wrong');
      });
      await expect(failing).rejects.toThrow('something else went wrong');
      expect(await linesOf(id)).toEqual([['payment', true, 1, '10.00 ARS']]);
    });

    it('has no lines for a wallet without postings', async () => {
      const { id } = await aWallet(opened());
      expect(await opened().ledger.walletProof(id)).toMatchObject({ lines: [], sum: ars('0') });
    });

    it('is rejected for a wallet that does not exist', async () => {
      await expect(opened().ledger.walletProof(newId())).rejects.toThrow(VirtualWalletNotFoundError);
    });
  });

  it('books the other side of wallet postings on platform accounts', async () => {
    const { id } = await aWallet(opened(), { currency: 'BOB' });
    const balancesNow = async () => {
      const balances = await opened().ledger.platformBalances();
      const find = (account: string) =>
        balances.find((row) => row.account === account && row.balance.currency === 'BOB')?.balance;
      return [find('rail_clearing') ?? Money.zero('BOB'), find('collection_fee_income') ?? Money.zero('BOB')];
    };
    const before = await balancesNow();
    await post(aCollection(id, Money.of('95', 'BOB'), Money.of('5', 'BOB')));
    const after = await balancesNow();
    expect(after.map((balance, i) => balance.minus(before[i]!).toFixed())).toEqual(['-100.00', '5.00']);
  });
}
