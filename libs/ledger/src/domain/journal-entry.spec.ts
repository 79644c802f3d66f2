import { Money, newId } from '@app/kernel';
import { InvalidEntryError, UnbalancedEntryError } from './errors';
import { JournalEntry, type NewJournalEntry } from './journal-entry';
import { hiddenMovement, movement, platformPosting, type Posting } from './posting';

const ars = (amount: string) => Money.of(amount, 'ARS');
const brl = (amount: string) => Money.of(amount, 'BRL');
const wallet = newId();

function entryOf(postings: Posting[], overrides: Partial<NewJournalEntry> = {}): JournalEntry {
  return JournalEntry.create({
    kind: 'test',
    idempotencyKey: 'test:1',
    occurredAt: new Date(0),
    postings,
    ...overrides,
  });
}

describe('a journal entry', () => {
  it('accepts postings that sum to zero', () => {
    const entry = entryOf([
      platformPosting('rail_clearing', ars('-15000')),
      movement(wallet, 'payment', ars('14265')),
      platformPosting('collection_fee_income', ars('735')),
    ]);
    expect(entry.postings).toHaveLength(3);
  });

  it('rejects postings that do not sum to zero and reports the remainder', () => {
    const create = () =>
      entryOf([platformPosting('rail_clearing', ars('-10')), movement(wallet, 'payment', ars('9.99'))]);
    expect(create).toThrow(UnbalancedEntryError);
    expect(create).toThrow(expect.objectContaining({ details: { meta: { ARS: '-0.01' } } }));
  });

  it('sums each currency separately', () => {
    const create = () =>
      entryOf([platformPosting('rail_clearing', brl('-10')), movement(wallet, 'payment', ars('10'))]);
    expect(create).toThrow(UnbalancedEntryError);
  });

  it('accepts a conversion that balances in both currencies', () => {
    const entry = entryOf([
      platformPosting('rail_clearing', brl('-500')),
      platformPosting('exchange_position', brl('500')),
      platformPosting('exchange_position', ars('-100000')),
      movement(wallet, 'payment', ars('95800')),
      platformPosting('conversion_fee_income', ars('1000')),
      platformPosting('collection_fee_income', ars('3200')),
    ]);
    expect(entry.walletIds).toEqual([wallet]);
  });

  it('leaves out postings of zero', () => {
    const entry = entryOf([
      platformPosting('rail_clearing', ars('-10')),
      movement(wallet, 'payment', ars('10')),
      platformPosting('collection_fee_income', ars('0')),
    ]);
    expect(entry.postings).toHaveLength(2);
  });

  it.each([[[]], [[platformPosting('rail_clearing', ars('0')), movement(wallet, 'payment', ars('0'))]]])(
    'rejects entries without postings',
    (postings) => {
      expect(() => entryOf(postings)).toThrow(InvalidEntryError);
    },
  );

  it.each([{ kind: ' ' }, { idempotencyKey: '' }])('rejects %j', (overrides) => {
    const postings = [platformPosting('rail_clearing', ars('-10')), movement(wallet, 'payment', ars('10'))];
    expect(() => entryOf(postings, overrides)).toThrow(InvalidEntryError);
  });

  it('lists each of its wallets once', () => {
    const entry = entryOf([
      platformPosting('rail_clearing', ars('-9')),
      movement(wallet, 'payment', ars('10')),
      hiddenMovement(wallet, 'fee', ars('-1')),
    ]);
    expect(entry.walletIds).toEqual([wallet]);
  });
});

describe('a posting on a wallet', () => {
  it.each(['payment', 'deposit'] as const)('of type %s cannot debit the wallet', (type) => {
    expect(() => movement(wallet, type, ars('-1'))).toThrow(InvalidEntryError);
  });

  it.each(['payout', 'return'] as const)('of type %s cannot credit the wallet', (type) => {
    expect(() => movement(wallet, type, ars('1'))).toThrow(InvalidEntryError);
  });

  it.each(['refund', 'adjustment'] as const)('of type %s can do either', (type) => {
    expect([movement(wallet, type, ars('1')), movement(wallet, type, ars('-1'))]).toHaveLength(2);
  });

  it('of type fee debits the wallet and is hidden', () => {
    expect(() => hiddenMovement(wallet, 'fee', ars('1'))).toThrow(InvalidEntryError);
    expect(hiddenMovement(wallet, 'fee', ars('-1')).visible).toBe(false);
  });

  it('of type fee_refund credits the wallet and is hidden', () => {
    expect(() => hiddenMovement(wallet, 'fee_refund', ars('-1'))).toThrow(InvalidEntryError);
    expect(hiddenMovement(wallet, 'fee_refund', ars('1')).visible).toBe(false);
  });
});
