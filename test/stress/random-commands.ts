import fc from 'fast-check';
import type { Command } from './reference-model';

type Numberless<C> = C extends unknown ? Omit<C, 'notice' | 'hold'> : never;

/** A command without its ids. `again` repeats an earlier notification, `end` ends an earlier hold. */
type Step =
  Numberless<Exclude<Command, { does: 'capture' | 'release' }>> | { does: 'again' | 'capture' | 'release'; of: number };

const LOCAL = fc.nat({ max: 1 });
const DEBIT = fc.constant(2);
const wallet = fc.nat({ max: 1 });

/** Links 0 and 1 are paid by bank transfer, link 2 by a debit; amounts are such that wallets sometimes run out. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('pay' as const, 'lapse' as const), link: LOCAL }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('cancel' as const), link: fc.nat({ max: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('confirm' as const), link: DEBIT }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom('submit' as const, 'settle' as const, 'refuse' as const, 'return' as const),
      link: DEBIT,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom('dispute' as const, 'win' as const, 'refund' as const),
      link: LOCAL,
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('again' as const), of: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('adjust' as const),
      wallet,
      cents: fc.integer({ min: -3_000, max: 6_000 }).filter((cents) => cents !== 0),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('hold' as const), wallet, cents: fc.integer({ min: 1, max: 4_000 }) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('capture' as const, 'release' as const), of: fc.nat() }) },
);

/** Numbers every notification and hold. A command that refers to an earlier one does nothing if there is none. */
export function numbered(bursts: readonly (readonly Step[])[]): Command[][] {
  const notices: Extract<Command, { notice: number }>[] = [];
  let holds = 0;
  return bursts.map((burst) => {
    // A hold can be ended once it has been placed.
    const placed = holds;
    return burst.flatMap((one): Command[] => {
      switch (one.does) {
        case 'again':
          return notices.length > 0 ? [notices[one.of % notices.length]!] : [];
        case 'capture':
        case 'release':
          return placed > 0 ? [{ does: one.does, hold: one.of % placed }] : [];
        case 'hold':
          return [{ ...one, hold: holds++ }];
        case 'cancel':
        case 'confirm':
        case 'adjust':
          return [one];
        default: {
          const notice = { ...one, notice: notices.length };
          notices.push(notice);
          return [notice];
        }
      }
    });
  });
}
