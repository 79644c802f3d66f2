import { Money, newId, type Tx } from '@app/kernel';
import {
  InsufficientAvailableBalanceError,
  InvalidEntryError,
  LedgerKeyReusedError,
  VirtualWalletNotFoundError,
  WalletAlreadyExistsError,
} from '../domain/errors';
import { JournalEntry } from '../domain/journal-entry';
import { movement, platformPosting, type Posting } from '../domain/posting';
import { aCollection, aDebitCollection, aDebitReturn, aPayout, aTransfer } from './factories';
import { aWallet, type LedgerHarness } from './harness';

const ars = (amount: string) => Money.of(amount, 'ARS');
const usd = (amount: string) => Money.of(amount, 'USD');

/** What every ledger guarantees about posting. */
export function postingContract(opened: () => LedgerHarness): void {
  const run = <T>(work: (tx: Tx) => Promise<T>) => opened().uow.run(work);
  const post = (...entries: JournalEntry[]) => run((tx) => opened().ledger.post(tx, entries));
  const balancesOf = async (walletId: string) => {
    const wallet = await opened().ledger.findWallet(walletId);
    const { balance, reserved, available } = wallet!.balances;
    return [balance.toFixed(), reserved.toFixed(), available.toFixed()];
  };
  const balanceOf = async (walletId: string) => (await balancesOf(walletId))[0];

  it('creates empty wallets', async () => {
    const { id } = await aWallet(opened());
    expect(await balancesOf(id)).toEqual(['0.00', '0.00', '0.00']);
  });

  it('allows an account one wallet per lane', async () => {
    const accountId = await opened().newAccount();
    const create = () => run((tx) => opened().ledger.createWallet(tx, { accountId, currency: 'ARS', lane: 'local' }));
    await create();
    await expect(create()).rejects.toThrow(WalletAlreadyExistsError);
  });

  it('credits a collection net of its fee', async () => {
    const { id } = await aWallet(opened());
    await post(aCollection(id, ars('14265'), ars('735')));
    expect(await balanceOf(id)).toBe('14265.00');
  });

  it('returns one result per entry, in order', async () => {
    const { id } = await aWallet(opened());
    const [first, second] = [aCollection(id, ars('1')), aCollection(id, ars('2'))];
    const posted = await post(first, second);
    const again = await post(second, first);
    expect(again.map(({ entryId }) => entryId)).toEqual(posted.map(({ entryId }) => entryId).reverse());
  });

  it('finds an entry by its key, as it was posted', async () => {
    const { id } = await aWallet(opened());
    const entry = aDebitCollection(id, ars('50'), ars('0.50'));
    await post(entry);
    expect(await run((tx) => opened().ledger.findEntry(tx, entry.idempotencyKey))).toEqual(entry);
    expect(await run((tx) => opened().ledger.findEntry(tx, `none:${newId()}`))).toBeUndefined();
  });

  it('applies the entries of a batch in order', async () => {
    const { id } = await aWallet(opened());
    await post(aCollection(id, ars('10')), aPayout(id, ars('4')), aCollection(id, ars('0.50')));
    const { items } = await opened().ledger.listMovements(id, { limit: 10 });
    expect(items.map(({ balanceAfter }) => balanceAfter.toFixed())).toEqual(['6.50', '6.00', '10.00']);
  });

  it("counts a wallet's postings as its version", async () => {
    const { id } = await aWallet(opened(), { currency: 'USD', lane: 'usd' });
    await post(aDebitCollection(id, usd('50'), usd('0.50')));
    expect((await opened().ledger.findWallet(id))?.version).toBe(2);
  });

  it('moves money between two wallets', async () => {
    const [from, to] = [await aWallet(opened(), { credit: '10' }), await aWallet(opened())];
    await post(aTransfer(from.id, to.id, ars('4')));
    expect([await balanceOf(from.id), await balanceOf(to.id)]).toEqual(['6.00', '4.00']);
  });

  it('posts an entry once when it is repeated', async () => {
    const { id } = await aWallet(opened());
    const entry = aCollection(id, ars('10'));
    await post(entry);
    expect((await post(entry)).map(({ duplicate }) => duplicate)).toEqual([true]);
    expect(await balanceOf(id)).toBe('10.00');
  });

  it('posts an entry once when a batch contains it twice', async () => {
    const { id } = await aWallet(opened());
    const entry = aCollection(id, ars('10'));
    const results = await post(entry, entry);
    expect(results.map(({ duplicate }) => duplicate)).toEqual([false, true]);
    expect(await balanceOf(id)).toBe('10.00');
  });

  it('rejects a key that was used for another reference', async () => {
    const { id } = await aWallet(opened());
    const reference = { type: 'payment', id: newId() };
    const idempotencyKey = `reused:${newId()}`;
    await post(aCollection(id, ars('10'), undefined, { idempotencyKey, reference }));
    const other = aCollection(id, ars('10'), undefined, { idempotencyKey, reference: { ...reference, id: newId() } });
    await expect(post(other)).rejects.toThrow(LedgerKeyReusedError);
  });

  it('rejects a debit of more than is available and reports both amounts', async () => {
    const { id } = await aWallet(opened(), { credit: '10' });
    const rejected = post(aPayout(id, ars('10.01')));
    await expect(rejected).rejects.toThrow(InsufficientAvailableBalanceError);
    await expect(rejected).rejects.toMatchObject({
      code: 'INSUFFICIENT_AVAILABLE_BALANCE',
      details: { meta: { available: '10.00', requested: '10.01', currency: 'ARS' } },
    });
  });

  it('writes nothing of a batch with a rejected entry, even when the transaction continues', async () => {
    const { id } = await aWallet(opened(), { credit: '10' });
    const accepted = aCollection(id, ars('1'));
    await run(async (tx) => {
      const rejected = opened().ledger.post(tx, [accepted, aPayout(id, ars('12'))]);
      await expect(rejected).rejects.toThrow(InsufficientAvailableBalanceError);
      await opened().ledger.post(tx, [aCollection(id, ars('5'))]);
    });
    expect(await balanceOf(id)).toBe('15.00');
  });

  it('lets a debit spend what an earlier entry of its batch credited', async () => {
    const { id } = await aWallet(opened());
    await post(aCollection(id, ars('10')), aPayout(id, ars('10')));
    expect(await balanceOf(id)).toBe('0.00');
  });

  it('rejects a debit that only a later entry of its batch would cover', async () => {
    const { id } = await aWallet(opened());
    await expect(post(aPayout(id, ars('10')), aCollection(id, ars('10')))).rejects.toThrow(
      InsufficientAvailableBalanceError,
    );
  });

  it('undoes a batch when its transaction rolls back', async () => {
    const { id } = await aWallet(opened());
    const failing = run(async (tx) => {
      await opened().ledger.post(tx, [aCollection(id, ars('10'))]);
      throw new Error('something else went wrong');
    });
    await expect(failing).rejects.toThrow('something else went wrong');
    expect(await balanceOf(id)).toBe('0.00');
  });

  it('accepts a returned payment whose money was spent', async () => {
    const { id } = await aWallet(opened(), { currency: 'USD', lane: 'usd' });
    await post(aDebitCollection(id, usd('50'), usd('0.50')), aPayout(id, usd('40')));
    await post(aDebitReturn(id, usd('50'), usd('0.50')));
    expect(await balancesOf(id)).toEqual(['-40.00', '0.00', '-40.00']);
  });

  it('accepts a returned payment and later entries in one batch', async () => {
    const { id } = await aWallet(opened(), { credit: '10' });
    await post(aPayout(id, ars('10')), aDebitReturn(id, ars('10')), aCollection(id, ars('3')));
    expect(await balanceOf(id)).toBe('-7.00');
  });

  it('credits a wallet in debt, and takes the fee of that credit', async () => {
    const { id } = await aWallet(opened());
    await post(aDebitReturn(id, ars('100')));
    await post(aDebitCollection(id, ars('50'), ars('0.50')));
    expect(await balanceOf(id)).toBe('-50.50');
  });

  it('rejects any other debit of a wallet in debt', async () => {
    const { id } = await aWallet(opened());
    await post(aDebitReturn(id, ars('100')));
    await expect(post(aPayout(id, ars('0.01')))).rejects.toThrow(InsufficientAvailableBalanceError);
  });

  it('rejects an entry on a wallet that does not exist', async () => {
    await expect(post(aCollection(newId(), ars('10')))).rejects.toThrow(VirtualWalletNotFoundError);
  });

  it("rejects an entry in a currency other than its wallet's", async () => {
    const { id } = await aWallet(opened());
    await expect(post(aCollection(id, usd('10')))).rejects.toThrow(InvalidEntryError);
  });

  it('keeps unallocated money on a platform account until a wallet is credited', async () => {
    const { id } = await aWallet(opened(), { currency: 'CLP' });
    const amount = Money.of('5000', 'CLP');
    const entry = (kind: string, ...postings: Posting[]) =>
      JournalEntry.create({ kind, idempotencyKey: `${kind}:${newId()}`, occurredAt: new Date(), postings });
    const unallocated = async () => {
      const balances = await opened().ledger.platformBalances();
      const found = balances.find((row) => row.account === 'unallocated_receipts' && row.balance.currency === 'CLP');
      return found?.balance.toFixed() ?? '0';
    };
    await post(
      entry(
        'test_exception',
        platformPosting('rail_clearing', amount.negated()),
        platformPosting('unallocated_receipts', amount),
      ),
    );
    const before = await unallocated();
    await post(
      entry(
        'test_allocate',
        platformPosting('unallocated_receipts', amount.negated()),
        movement(id, 'payment', amount),
      ),
    );
    expect([before, await unallocated(), await balanceOf(id)]).toEqual(['5000', '0', '5000']);
  });

  it('returns no results for no entries', async () => {
    expect(await post()).toEqual([]);
  });

  describe('an adjustment', () => {
    const occurredAt = new Date('2030-01-01T00:00:00.000Z');
    const adjust = (walletId: string, amount: string, overrides = {}) =>
      run((tx) =>
        opened().ledger.adjust(tx, { walletId, amount: ars(amount), reason: 'A test', occurredAt, ...overrides }),
      );

    it('is a visible movement', async () => {
      const { id } = await aWallet(opened(), { credit: '10' });
      await adjust(id, '-4');
      const { items } = await opened().ledger.listMovements(id, { limit: 1 });
      expect(items).toMatchObject([{ type: 'adjustment', label: 'Adjustment', direction: 'out' }]);
      expect(await balanceOf(id)).toBe('6.00');
    });

    it('cannot take more than is available', async () => {
      const { id } = await aWallet(opened(), { credit: '10' });
      await expect(adjust(id, '-10.01')).rejects.toThrow(InsufficientAvailableBalanceError);
    });

    it('is applied once per idempotency key', async () => {
      const { id } = await aWallet(opened());
      const idempotencyKey = `adjustment:${newId()}`;
      await adjust(id, '4', { idempotencyKey });
      await adjust(id, '4', { idempotencyKey });
      expect(await balanceOf(id)).toBe('4.00');
    });

    it('needs a reason', async () => {
      const { id } = await aWallet(opened());
      await expect(adjust(id, '4', { reason: ' ' })).rejects.toThrow(InvalidEntryError);
    });
  });
}
