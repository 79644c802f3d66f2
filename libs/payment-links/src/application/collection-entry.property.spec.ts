import { collectionFigures, type CollectionInput } from '@app/fees';
import { decimal, digitsOf, Money, PAYER_CURRENCIES, USD } from '@app/kernel';
import { amountOf, scaled } from '@app/kernel/testing';
import fc from 'fast-check';
import { aLink, anOrder } from '../testing';
import { collectionEntry } from './collection-entry';
import { toTerms } from './collection-pricing';

const currency = fc.constantFrom(...PAYER_CURRENCIES);
/** USD goes into the USD wallet, everything else into the local one, whatever its currency. */
const currencies = fc
  .tuple(currency, currency)
  .map(([payerCurrency, local]) => ({ payerCurrency, walletCurrency: payerCurrency === USD ? USD : local }));
const percentage = fc.bigInt({ min: 0n, max: 10_000n }).map((whole) => scaled(whole, 3));
/** Whole, with decimals, and with digits that never end. */
const rate = fc.oneof(
  fc.bigInt({ min: 1n, max: 10n ** 9n }).map((whole) => scaled(whole, 4)),
  fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 6n }), fc.bigInt({ min: 1n, max: 10n ** 6n }))
    .map(([a, b]) => decimal(a.toString()).div(decimal(b.toString()))),
);

const collection: fc.Arbitrary<CollectionInput> = fc
  .record({
    pair: currencies,
    amountType: fc.constantFrom('receive' as const, 'charge' as const),
    customerPaysFee: fc.boolean(),
    setting: fc.record({
      percentage,
      fixedUsd: fc.bigInt({ min: 0n, max: 500n }).map((cents) => Money.of(scaled(cents, 2), 'USD')),
      minimum: fc.option(percentage),
      maximum: fc.constant(null),
    }),
    conversionPercentage: percentage,
    rate,
    usdToWallet: rate,
  })
  .chain(({ pair, ...rest }) =>
    amountOf(rest.amountType === 'charge' ? pair.payerCurrency : pair.walletCurrency, 1n, 10n ** 12n).map(
      (declared) => ({ ...pair, ...rest, declared }),
    ),
  );

/** Collections that settlement would credit: the others are put aside before an entry is made. */
const creditable = collection
  .map((input) => ({ input, figures: collectionFigures(input) }))
  .filter(({ figures }) => !figures.credited.isNegative() && figures.payerAmount.isPositive());

function entryOf({ input, figures }: { input: CollectionInput; figures: ReturnType<typeof collectionFigures> }) {
  const link = aLink({ currency: input.payerCurrency, currencyDestiny: input.walletCurrency });
  return { link, entry: collectionEntry(link, anOrder({ linkId: link.id, terms: toTerms(figures) }), new Date(0)) };
}

const check = (property: (of: { input: CollectionInput; figures: ReturnType<typeof collectionFigures> }) => void) =>
  fc.assert(fc.property(creditable, property), { numRuns: 500 });

describe('the entry of any collection', () => {
  it('sums to zero in each currency', () => {
    check((of) => {
      const sums = new Map<string, Money>();
      for (const { amount } of entryOf(of).entry.postings) {
        sums.set(amount.currency, (sums.get(amount.currency) ?? Money.zero(amount.currency)).plus(amount));
      }
      expect([...sums.values()].filter((sum) => !sum.isZero()).map(String)).toEqual([]);
    });
  });

  it('gives the wallet exactly what is credited', () => {
    check((of) => {
      const { entry, link } = entryOf(of);
      const change = entry.walletPostings(link.walletId).map(({ amount }) => amount);
      expect(Money.sum(change, of.input.walletCurrency).toFixed()).toBe(of.figures.credited.toFixed());
    });
  });

  it('takes from the rail exactly what the payer pays', () => {
    check((of) => {
      const rail = entryOf(of).entry.postings.filter((p) => p.side === 'platform' && p.account === 'rail_clearing');
      expect(rail.map(({ amount }) => amount.toString())).toEqual([of.figures.payerAmount.negated().toString()]);
    });
  });

  it('touches the exchange position exactly when currencies differ', () => {
    check((of) => {
      const exchanged = entryOf(of).entry.postings.some(
        (p) => p.side === 'platform' && p.account === 'exchange_position',
      );
      expect(exchanged).toBe(of.input.payerCurrency !== of.input.walletCurrency);
    });
  });

  it('has no amount finer than its currency', () => {
    check((of) => {
      for (const { amount } of entryOf(of).entry.postings) {
        expect(amount.amount.round(digitsOf(amount.currency)).eq(amount.amount)).toBe(true);
      }
    });
  });
});
