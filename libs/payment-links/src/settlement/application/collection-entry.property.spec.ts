import { collectionFigures, type CollectionFigures, type CollectionInput } from '@app/fees';
import { decimal, digitsOf, Money, PAYER_CURRENCIES, USD, type Currency } from '@app/kernel';
import { amountOf, scaled } from '@app/kernel/testing';
import type { JournalEntry, Posting } from '@app/ledger';
import fc from 'fast-check';
import { fromTerms, toOrder, type OrderRow } from '../../checkout/adapters/order-rows';
import { toTerms } from '../../links/application/collection-pricing';
import type { AmountType } from '../../links/domain/payment-link';
import { aLink, anOrder, aPayment } from '../../testing';
import { afterReturn } from '../domain/payment-return';
import { decide } from '../domain/settlement-decision';
import {
  exceptionClearedEntry,
  exceptionEntry,
  collectionEntry,
  exceptionCreditEntry,
  returnEntry,
} from './collection-entry';
import { creditedPayment } from './received-payment-records';

const currency = fc.constantFrom(...PAYER_CURRENCIES);
const percentage = fc.bigInt({ min: 0n, max: 10_000n }).map((whole) => scaled(whole, 3));
/** Whole, with decimals, and with repeating decimals. */
const rate = fc.oneof(
  fc.bigInt({ min: 1n, max: 10n ** 9n }).map((whole) => scaled(whole, 4)),
  fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 6n }), fc.bigInt({ min: 1n, max: 10n ** 6n }))
    .map(([a, b]) => decimal(a.toString()).div(decimal(b.toString()))),
);

/** Every shape of a setting's bounds, the lower one below the upper one. */
const BOUNDS = {
  'no bounds': fc.constant({ minimum: null, maximum: null }),
  'a minimum': percentage.map((minimum) => ({ minimum, maximum: null })),
  'a maximum': percentage.map((maximum) => ({ minimum: null, maximum })),
  'both bounds': fc
    .tuple(percentage, percentage)
    .map(([a, b]) => (a.gt(b) ? { minimum: b, maximum: a } : { minimum: a, maximum: b })),
} as const;

interface Shape {
  payer?: fc.Arbitrary<Currency>;
  amountType?: AmountType;
  customerPaysFee?: boolean;
  bounds?: keyof typeof BOUNDS;
}

function collectionOf({ payer = currency, amountType, customerPaysFee, bounds }: Shape): fc.Arbitrary<CollectionInput> {
  return fc
    .record({
      // USD goes into the USD wallet, everything else into the local one, whatever its currency.
      pair: fc
        .tuple(payer, currency)
        .map(([payerCurrency, local]) => ({ payerCurrency, walletCurrency: payerCurrency === USD ? USD : local })),
      amountType: amountType ? fc.constant(amountType) : fc.constantFrom('receive' as const, 'charge' as const),
      customerPaysFee: customerPaysFee === undefined ? fc.boolean() : fc.constant(customerPaysFee),
      setting: fc
        .tuple(
          percentage,
          fc.bigInt({ min: 0n, max: 500n }).map((cents) => Money.of(scaled(cents, 2), 'USD')),
          bounds ? BOUNDS[bounds] : fc.oneof(...Object.values(BOUNDS)),
        )
        .map(([share, fixedUsd, between]) => ({ percentage: share, fixedUsd, ...between })),
      conversionPercentage: percentage,
      rate,
      usdToWallet: rate,
    })
    .chain(({ pair, ...rest }) =>
      amountOf(rest.amountType === 'charge' ? pair.payerCurrency : pair.walletCurrency, 1n, 10n ** 12n).map(
        (declared) => ({ ...pair, ...rest, declared }),
      ),
    );
}

/** Collections that settlement would credit: the others become payment exceptions before an entry is made. */
const creditableOf = (shape: Shape) =>
  collectionOf(shape)
    .map((input) => ({ input, figures: collectionFigures(input) }))
    .filter(({ figures }) => !figures.credited.isNegative() && figures.payerAmount.isPositive());

interface Creditable {
  input: CollectionInput;
  figures: CollectionFigures;
}

function madeOf({ input, figures }: Creditable) {
  const link = aLink({ currency: input.payerCurrency, currencyDestiny: input.walletCurrency });
  return { link, order: anOrder({ linkId: link.id, terms: toTerms(figures) }) };
}

function entryOf(of: Creditable) {
  const { link, order } = madeOf(of);
  return { link, entry: collectionEntry(link, order, new Date(0)) };
}

/** The remainder of an entry in each currency; empty when it is correct. */
function remaindersOf(postings: readonly Posting[]): string[] {
  const sums = new Map<string, Money>();
  for (const { amount } of postings) {
    sums.set(amount.currency, (sums.get(amount.currency) ?? Money.zero(amount.currency)).plus(amount));
  }
  return [...sums.values()].filter((sum) => !sum.isZero()).map(String);
}

/** What several entries together leave on each wallet and account; empty when one undoes the other. */
function leftBy(...entries: readonly JournalEntry[]): string[] {
  const left = new Map<string, Money>();
  for (const posting of entries.flatMap(({ postings }) => postings)) {
    const where = `${posting.side === 'wallet' ? posting.walletId : posting.account} ${posting.amount.currency}`;
    left.set(where, (left.get(where) ?? Money.zero(posting.amount.currency)).plus(posting.amount));
  }
  return [...left].filter(([, sum]) => !sum.isZero()).map(([where, sum]) => `${where} ${sum.toFixed()}`);
}

/** `thousandths`: a part of the payment. */
const check = (property: (of: Creditable, thousandths: string) => void) =>
  fc.assert(fc.property(creditableOf({}), fc.integer({ min: 0, max: 1_000 }).map(String), property), { numRuns: 500 });

const SHAPES = PAYER_CURRENCIES.flatMap((payer) =>
  (['receive', 'charge'] as const).flatMap((amountType) =>
    [true, false].flatMap((customerPaysFee) =>
      (Object.keys(BOUNDS) as (keyof typeof BOUNDS)[]).map((bounds) => ({
        payer,
        amountType,
        customerPaysFee,
        bounds,
        bearer: customerPaysFee ? 'payer' : 'merchant',
      })),
    ),
  ),
);

describe('the figures of a payment', () => {
  it.each(SHAPES)(
    'paid in $payer, to $amountType, the $bearer bearing the fee, with $bounds, add up exactly',
    ({ payer, ...shape }) => {
      const creditable = creditableOf({ ...shape, payer: fc.constant(payer) });
      const property = fc.property(creditable, (of) => {
        const { terms } = madeOf(of).order;
        const { entry, link } = entryOf(of);
        expect(remaindersOf(entry.postings)).toEqual([]);
        const change = entry.walletPostings(link.walletId).map(({ amount }) => amount);
        expect(Money.sum(change, terms.currency).toFixed()).toBe(terms.credited.toFixed());
        const otherwise = collectionFigures({ ...of.input, customerPaysFee: false });
        expect(terms.payerFee.toString()).toBe(terms.payerAmount.minus(otherwise.payerAmount).toString());
        if (payer === 'CLP') expect(`${terms.payerAmount.toFixed()} ${terms.payerFee.toFixed()}`).toMatch(/^\d+ \d+$/);
      });
      fc.assert(property, { numRuns: 15 });
    },
  );

  it('never credit a negative amount without flagging it', () => {
    fc.assert(
      fc.property(collectionOf({}), (input) => {
        const figures = collectionFigures(input);
        const link = aLink({ currency: input.payerCurrency, currencyDestiny: input.walletCurrency });
        const order = anOrder({ linkId: link.id, terms: toTerms(figures) });
        const inTime = { receivedAt: new Date(0), rateMoved: false, rateLockMs: 0 };
        const decision = decide({ fact: aPayment(order), link, order, exceptions: [], credited: [], ...inTime });
        expect(decision.outcome).toBe(figures.feeExceedsAmount ? 'exception:fee_exceeds_amount' : 'credited');
        expect(figures.feeExceedsAmount).toBe(figures.credited.isNegative());
      }),
      { numRuns: 500 },
    );
  });

  it('are stored unchanged: an order keeps the figures that it was opened with', () => {
    check((of) => {
      const { terms } = madeOf(of).order;
      const row = JSON.parse(JSON.stringify(fromTerms(terms))) as ReturnType<typeof fromTerms>;
      expect(
        toOrder({ order_terms: row, order_instructions: [] as OrderRow['order_instructions'] } as OrderRow).terms,
      ).toEqual(terms);
    });
  });
});

describe('what follows a collection', () => {
  it('a return undoes exactly, on every account and wallet', () => {
    check((of) => {
      const { link, order } = madeOf(of);
      const collected = collectionEntry(link, order, new Date(0));
      const paid = creditedPayment(link, order, new Date(0));
      const returned = returnEntry(afterReturn(paid, { gone: [], open: [] }, null, new Date(1)).payment, new Date(1))!;
      expect(remaindersOf(returned.postings)).toEqual([]);
      expect(leftBy(collected, returned)).toEqual([]);
      const shown = (entry: JournalEntry) =>
        entry.walletPostings().map(({ visible, amount }) => `${visible} ${amount.absolute().toString()}`);
      expect(shown(returned)).toEqual(shown(collected));
    });
  });

  it('a return of a part takes that part, and leaves a wallet what the rest is worth (rule 17.22)', () => {
    check((of, thousandths) => {
      const { link, order } = madeOf(of);
      const { payerAmount } = order.terms;
      const paid = creditedPayment(link, order, new Date(0));
      const asked = Money.rounded(payerAmount.amount.times(thousandths).div('1000'), payerAmount.currency, 'down');
      const { payment, question } = afterReturn(paid, { gone: [], open: [] }, asked, new Date(1));
      const returned = returnEntry(payment, new Date(1));
      expect(remaindersOf(returned?.postings ?? [])).toEqual([]);
      expect(payment.returned.amount.toFixed()).toBe(asked.toFixed());
      expect(payment.returned.fees.isGreaterThan(payment.returned.walletAmount)).toBe(false);
      const left = payerAmount.minus(asked);
      expect(question?.amount?.toFixed()).toBe(left.isZero() ? undefined : left.toFixed());
    });
  });

  it('money that waited for staff ends up where a collection puts it', () => {
    check((of) => {
      const { link, order } = madeOf(of);
      const about = { type: link.kind, id: link.id };
      const put = exceptionEntry('e1', order.terms.payerAmount, about, new Date(0));
      const credited = exceptionCreditEntry('e1', link.walletId, order.terms, about, new Date(1));
      expect(leftBy(put, credited).sort()).toEqual(leftBy(collectionEntry(link, order, new Date(0))).sort());
    });
  });

  it('money that waited for staff leaves nothing behind when it goes back', () => {
    check((of) => {
      const { payerAmount } = madeOf(of).order.terms;
      const put = exceptionEntry('e1', payerAmount, null, new Date(0));
      const cleared = exceptionClearedEntry('payment_exception_refund', 'e1', payerAmount, null, new Date(1));
      expect(leftBy(put, cleared)).toEqual([]);
    });
  });

  it('dollars that staff credit to any local wallet are booked without a remainder', () => {
    const inDollars = currency
      .filter((local) => local !== USD)
      .chain((walletCurrency) =>
        collectionOf({ payer: fc.constant(USD), amountType: 'charge', customerPaysFee: false })
          .map((input) => ({ ...input, walletCurrency }))
          .map((input) => ({ input, figures: collectionFigures(input) }))
          .filter(({ figures }) => !figures.credited.isNegative()),
      );
    fc.assert(
      fc.property(inDollars, (of) => {
        const { link, order } = madeOf(of);
        const entry = exceptionCreditEntry('e1', link.walletId, order.terms, { type: 'x', id: 'x' }, new Date(0));
        expect(remaindersOf(entry.postings)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the entry of any collection', () => {
  it('sums to zero in each currency', () => {
    check((of) => {
      expect(remaindersOf(entryOf(of).entry.postings)).toEqual([]);
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
