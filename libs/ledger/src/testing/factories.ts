import { Money, newId } from '@app/kernel';
import { JournalEntry, type NewJournalEntry } from '../domain/journal-entry';
import { hiddenMovement, movement, platformPosting } from '../domain/posting';

type Details = Partial<Omit<NewJournalEntry, 'postings'>>;

const OCCURRED_AT = new Date('2030-01-01T12:00:00.000Z');

function details(name: string): Omit<NewJournalEntry, 'postings'> {
  const kind = `test_${name}`;
  return { kind, idempotencyKey: `${kind}:${newId()}`, occurredAt: OCCURRED_AT };
}

/** A collection that credits `credited`, net of `fee`. */
export function aCollection(walletId: string, credited: Money, fee?: Money, overrides: Details = {}): JournalEntry {
  const kept = fee ?? Money.zero(credited.currency);
  return JournalEntry.create({
    ...details('collection'),
    ...overrides,
    postings: [
      platformPosting('rail_clearing', credited.plus(kept).negated()),
      movement(walletId, 'payment', credited),
      platformPosting('collection_fee_income', kept),
    ],
  });
}

/** A settled bank debit: the whole amount as a visible posting, then its fee as a hidden one. */
export function aDebitCollection(walletId: string, amount: Money, fee: Money, overrides: Details = {}): JournalEntry {
  return JournalEntry.create({
    ...details('debit_collection'),
    ...overrides,
    postings: [
      platformPosting('rail_clearing', amount.negated()),
      movement(walletId, 'payment', amount),
      hiddenMovement(walletId, 'fee', fee.negated()),
      platformPosting('collection_fee_income', fee),
    ],
  });
}

/** The return of such a debit, which refunds its fee. */
export function aDebitReturn(walletId: string, amount: Money, fee?: Money, overrides: Details = {}): JournalEntry {
  const refunded = fee ?? Money.zero(amount.currency);
  return JournalEntry.create({
    ...details('debit_return'),
    ...overrides,
    postings: [
      platformPosting('rail_clearing', amount),
      movement(walletId, 'return', amount.negated()),
      hiddenMovement(walletId, 'fee_refund', refunded),
      platformPosting('collection_fee_income', refunded.negated()),
    ],
  });
}

/** A payout of `amount`, of which the platform keeps `fee`. */
export function aPayout(walletId: string, amount: Money, fee?: Money, overrides: Details = {}): JournalEntry {
  const kept = fee ?? Money.zero(amount.currency);
  return JournalEntry.create({
    ...details('payout'),
    ...overrides,
    postings: [
      movement(walletId, 'payout', amount.negated()),
      platformPosting('payout_fee_income', kept),
      platformPosting('rail_clearing', amount.minus(kept)),
    ],
  });
}

/** A transfer between two wallets of one currency. */
export function aTransfer(from: string, to: string, amount: Money, overrides: Details = {}): JournalEntry {
  return JournalEntry.create({
    ...details('transfer'),
    ...overrides,
    postings: [movement(from, 'payout', amount.negated()), movement(to, 'deposit', amount)],
  });
}

/** A request to hold `amount` for a new payout. */
export function aHoldOn(
  walletId: string,
  amount: Money,
): { walletId: string; amount: Money; referenceType: string; referenceId: string } {
  return { walletId, amount, referenceType: 'test_outflow', referenceId: newId() };
}
