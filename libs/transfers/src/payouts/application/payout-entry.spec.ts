import { decimal, Money } from '@app/kernel';
import type { JournalEntry } from '@app/ledger';
import { anOrderedPayout } from '../../testing/factories';
import { shareOfReturn, type Payout } from '../domain/payout';
import { exitEntry, returnEntry } from './payout-entry';

const AT = new Date('2030-01-02T09:00:00.000Z');
const ars = (amount: string) => Money.of(amount, 'ARS');

const local = anOrderedPayout({ type: 'payout' });
const converted = anOrderedPayout({
  figures: {
    instantFee: ars('50'),
    conversionFee: ars('97.90'),
    net: ars('9692.10'),
    rate: decimal('0.005'),
    destinationAmount: Money.of('48.46', 'BRL'),
  },
});

/** What each account and the wallet get, without zeros. */
const figures = ({ postings }: JournalEntry) =>
  postings
    .map((posting) => [posting.side === 'wallet' ? posting.movementType : posting.account, posting.amount] as const)
    .filter(([, amount]) => !amount.isZero())
    .map(([name, amount]) => `${name} ${amount.toString()}`);
const movements = ({ postings }: JournalEntry) => postings.filter(({ side }) => side === 'wallet');

describe('exitEntry', () => {
  it('takes the whole amount in one visible movement, and pays the rail the net amount', () => {
    const entry = exitEntry(local, AT);

    expect(figures(entry)).toEqual([
      'payout -10000.00 ARS',
      'payout_fee_income 100.00 ARS',
      'tax_payable 60.00 ARS',
      'rail_clearing 9840.00 ARS',
    ]);
    expect(movements(entry)).toMatchObject([{ walletId: local.walletId, visible: true }]);
  });

  it('books the instant fee with the payout fee, and converts the net amount in the exchange position', () => {
    expect(figures(exitEntry(converted, AT))).toEqual([
      'payout -10000.00 ARS',
      'payout_fee_income 150.00 ARS',
      'tax_payable 60.00 ARS',
      'conversion_fee_income 97.90 ARS',
      'exchange_position 9692.10 ARS',
      'exchange_position -48.46 BRL',
      'rail_clearing 48.46 BRL',
    ]);
  });

  it.each([local, converted])('refers to the payout, once', (payout) => {
    expect(exitEntry(payout, AT)).toMatchObject({
      kind: payout.type,
      reference: { type: payout.type, id: payout.id },
      occurredAt: AT,
      idempotencyKey: `payout:${payout.id}`,
    });
  });
});

describe('returnEntry', () => {
  const back = (payout: Payout, amount: Money) => {
    const identity = { id: 'return-1', payoutId: payout.id, fact: null, reason: null, returnedAt: AT };
    return returnEntry(payout, { ...identity, ...shareOfReturn(payout, amount) });
  };

  it('refunds the net amount: fees and tax are kept (rule 11.8)', () => {
    const entry = back(local, ars('9840'));

    expect(figures(entry)).toEqual(['refund 9840.00 ARS', 'rail_clearing -9840.00 ARS']);
    expect(movements(entry)).toMatchObject([{ walletId: local.walletId, visible: true }]);
  });

  it('undoes the conversion at its own rate', () => {
    expect(figures(back(converted, Money.of('48.46', 'BRL')))).toEqual([
      'refund 9692.10 ARS',
      'exchange_position -9692.10 ARS',
      'exchange_position 48.46 BRL',
      'rail_clearing -48.46 BRL',
    ]);
  });

  it('refunds a part of it at that rate', () => {
    expect(figures(back(converted, Money.of('8.46', 'BRL')))).toEqual([
      'refund 1692.00 ARS',
      'exchange_position -1692.00 ARS',
      'exchange_position 8.46 BRL',
      'rail_clearing -8.46 BRL',
    ]);
  });

  it.each([local, converted])('refers to the payout, once for each part that came back', (payout) => {
    expect(back(payout, payout.figures.destinationAmount)).toMatchObject({
      kind: `${payout.type}_return`,
      reference: { type: payout.type, id: payout.id },
      occurredAt: AT,
      idempotencyKey: `payout-return:${payout.id}:return-1`,
    });
  });
});
