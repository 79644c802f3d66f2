import { Money } from '@app/kernel';
import * as fc from 'fast-check';
import { UnbalancedEntryError } from './errors';
import { JournalEntry } from './journal-entry';
import { PLATFORM_ACCOUNTS } from './platform-account';
import { platformPosting, type PlatformPosting } from './posting';

const currency = fc.constantFrom('ARS', 'CLP', 'USDC');

/** Postings of one currency, the last of which balances the others. */
const balanced = currency.chain((code) =>
  fc
    .array(fc.tuple(fc.constantFrom(...PLATFORM_ACCOUNTS), fc.bigInt({ min: 1n, max: 10n ** 24n }), fc.boolean()), {
      minLength: 1,
      maxLength: 6,
    })
    .map((legs) => {
      const postings = legs.map(([account, units, negative]) => {
        const amount = Money.of(units.toString(), code);
        return platformPosting(account, negative ? amount.negated() : amount);
      });
      const total = Money.sum(
        postings.map(({ amount }) => amount),
        code,
      );
      return [...postings, platformPosting('rail_clearing', total.negated())];
    }),
);

const create = (postings: PlatformPosting[]) =>
  JournalEntry.create({ kind: 'test', idempotencyKey: 'test:1', occurredAt: new Date(0), postings });

describe('any set of postings', () => {
  it('is accepted when each currency sums to zero', () => {
    fc.assert(
      fc.property(fc.array(balanced, { minLength: 1, maxLength: 3 }), (parts) => {
        expect(() => create(parts.flat())).not.toThrow();
      }),
    );
  });

  it('is rejected when one amount is off by the smallest unit', () => {
    const smallest: Record<string, string> = { ARS: '0.01', CLP: '1', USDC: '0.000001' };
    fc.assert(
      fc.property(fc.array(balanced, { minLength: 1, maxLength: 3 }), (parts) => {
        const [first, ...rest] = parts.flat() as [PlatformPosting, ...PlatformPosting[]];
        const unit = Money.of(smallest[first.amount.currency] as string, first.amount.currency);
        expect(() => create([{ ...first, amount: first.amount.plus(unit) }, ...rest])).toThrow(UnbalancedEntryError);
      }),
    );
  });
});
