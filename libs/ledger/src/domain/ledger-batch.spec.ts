import { Money, newId, toCurrency } from '@app/kernel';
import { aCollection, aDebitCollection, aDebitReturn, aPayout } from '../testing';
import { InsufficientAvailableBalanceError } from './errors';
import { JournalEntry } from './journal-entry';
import { LedgerBatch } from './ledger-batch';
import { Balances, type Wallet } from './wallet';

const ars = (amount: string) => Money.of(amount, 'ARS');

function walletWith(balance: string): Wallet {
  return {
    id: newId(),
    accountId: newId(),
    currency: toCurrency('ARS'),
    lane: 'local',
    balances: new Balances(ars(balance), ars('0')),
    version: 7,
  };
}

describe('a batch', () => {
  it('does not write a wallet that it locked but did not change', () => {
    expect(new LedgerBatch([walletWith('10')]).changes.wallets).toEqual([]);
  });

  it('writes each wallet once, with the figures after its last posting', () => {
    const wallet = walletWith('10');
    const batch = new LedgerBatch([wallet]);
    batch.post(newId(), aCollection(wallet.id, ars('5')));
    batch.post(newId(), aPayout(wallet.id, ars('3')));
    expect(batch.changes.wallets).toEqual([
      { id: wallet.id, balances: new Balances(ars('12'), ars('0')), version: 9, cause: 'payout' },
    ]);
  });

  it('links each posting to the previous one', () => {
    const wallet = walletWith('10');
    const batch = new LedgerBatch([wallet]);
    batch.post(newId(), aCollection(wallet.id, ars('5')));
    batch.post(newId(), aPayout(wallet.id, ars('3')));
    expect(batch.changes.postings.flatMap(({ link }) => link ?? [])).toEqual([
      { before: ars('10'), after: ars('15'), version: 8 },
      { before: ars('15'), after: ars('12'), version: 9 },
    ]);
  });

  it('names a return as the cause even when other entries follow it', () => {
    const wallet = walletWith('10');
    const batch = new LedgerBatch([wallet]);
    batch.post(newId(), aDebitReturn(wallet.id, ars('50')));
    batch.post(newId(), aCollection(wallet.id, ars('5')));
    expect(batch.changes.wallets[0]?.cause).toBe('return');
  });

  it('names a return as the cause even when its fee is refunded in the same entry', () => {
    const wallet = walletWith('10');
    const batch = new LedgerBatch([wallet]);
    batch.post(newId(), aDebitReturn(wallet.id, ars('50'), ars('0.50')));
    expect(batch.changes.wallets[0]?.cause).toBe('return');
  });

  it('posts an entry that may overdraw, and names it as one that made available negative', () => {
    const wallet = walletWith('10');
    const [batch, entry] = [new LedgerBatch([wallet]), aPayout(wallet.id, ars('50'))];
    expect(() => new LedgerBatch([wallet]).post(newId(), entry)).toThrow(InsufficientAvailableBalanceError);
    const { kind, idempotencyKey, occurredAt, postings } = entry;
    batch.post(newId(), JournalEntry.create({ kind, idempotencyKey, occurredAt, postings, mayOverdraw: true }));
    expect(batch.changes.wallets).toMatchObject([{ balances: new Balances(ars('-40'), ars('0')), cause: 'return' }]);
  });

  it('writes one row of totals per wallet and type for any number of postings', () => {
    const wallet = walletWith('10');
    const batch = new LedgerBatch([wallet]);
    for (let i = 0; i < 100; i++) batch.post(newId(), aDebitCollection(wallet.id, ars('5'), ars('1')));
    expect(batch.changes.totals).toMatchObject([
      { walletId: wallet.id, type: 'payment', visible: true, totalIn: ars('500'), countIn: 100 },
      { walletId: wallet.id, type: 'fee', visible: false, totalOut: ars('100'), countOut: 100 },
    ]);
  });
});
