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
  it('takes postings that sum to zero', () => {
    const entry = entryOf([
      platformPosting('rail_clearing', ars('-15000')),
      movement(wallet, 'payment', ars('14265')),
      platformPosting('collection_fee_income', ars('735')),
    ]);
    expect(entry.postings).toHaveLength(3);
  });

  it('refuses postings that do not sum to zero, and says what is left', () => {
    const create = () =>
      entryOf([platformPosting('rail_clearing', ars('-10')), movement(wallet, 'payment', ars('9.99'))]);
    expect(create).toThrow(UnbalancedEntryError);
    expect(create).toThrow(expect.objectContaining({ details: { meta: { ARS: '-0.01' } } }));
  });

  it('sums each currency on its own', () => {
    const create = () =>
      entryOf([platformPosting('rail_clearing', brl('-10')), movement(wallet, 'payment', ars('10'))]);
    expect(create).toThrow(UnbalancedEntryError);
  });

  it('takes a conversion, which is balanced on both sides of the exchange', () => {
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

  it('leaves postings of zero out', () => {
    const entry = entryOf([
      platformPosting('rail_clearing', ars('-10')),
      movement(wallet, 'payment', ars('10')),
      platformPosting('collection_fee_income', ars('0')),
    ]);
    expect(entry.postings).toHaveLength(2);
  });

  it.each([[[]], [[platformPosting('rail_clearing', ars('0')), movement(wallet, 'payment', ars('0'))]]])(
    'refuses to move nothing',
    (postings) => {
      expect(() => entryOf(postings)).toThrow(InvalidEntryError);
    },
  );

  it.each([{ kind: ' ' }, { idempotencyKey: '' }])('refuses %j', (overrides) => {
    const postings = [platformPosting('rail_clearing', ars('-10')), movement(wallet, 'payment', ars('10'))];
    expect(() => entryOf(postings, overrides)).toThrow(InvalidEntryError);
  });

  it('names each of its wallets once', () => {
    const entry = entryOf([
      platformPosting('rail_clearing', ars('-9')),
      movement(wallet, 'payment', ars('10')),
      hiddenMovement(wallet, 'fee', ars('-1')),
    ]);
    expect(entry.walletIds).toEqual([wallet]);
  });
});

describe('a posting on a wallet', () => {
  it.each(['payment', 'deposit'] as const)('of type %s cannot take money', (type) => {
    expect(() => movement(wallet, type, ars('-1'))).toThrow(InvalidEntryError);
  });

  it.each(['payout', 'return'] as const)('of type %s cannot bring money', (type) => {
    expect(() => movement(wallet, type, ars('1'))).toThrow(InvalidEntryError);
  });

  it.each(['refund', 'adjustment'] as const)('of type %s goes either way', (type) => {
    expect([movement(wallet, type, ars('1')), movement(wallet, type, ars('-1'))]).toHaveLength(2);
  });

  it('that is a fee takes money, unseen', () => {
    expect(() => hiddenMovement(wallet, 'fee', ars('1'))).toThrow(InvalidEntryError);
    expect(hiddenMovement(wallet, 'fee', ars('-1')).visible).toBe(false);
  });

  it('that refunds a fee brings money, unseen', () => {
    expect(() => hiddenMovement(wallet, 'fee_refund', ars('-1'))).toThrow(InvalidEntryError);
    expect(hiddenMovement(wallet, 'fee_refund', ars('1')).visible).toBe(false);
  });
});
