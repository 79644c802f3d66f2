import { decimal, digitsOf, Money, PAYER_CURRENCIES, type Currency, type Decimal } from '@app/kernel';
import fc from 'fast-check';
import { collectionFigures, type CollectionFigures, type CollectionInput } from './collection';
import type { CollectionSetting } from './fee-schedule';

const currency = fc.constantFrom(...PAYER_CURRENCIES);

/** A positive amount of the currency, from one minor unit to ten thousand million major units. */
function amountOf(of: Currency): fc.Arbitrary<Money> {
  const units = fc.oneof(fc.bigInt(1n, 10_000n), fc.bigInt(1n, 10n ** 12n));
  return units.map((minor) => Money.of(scaled(minor, digitsOf(of)), of));
}

function scaled(whole: bigint, digits: number): Decimal {
  return decimal(whole.toString()).div(decimal((10n ** BigInt(digits)).toString()));
}

function decimals(max: bigint, digits: number): fc.Arbitrary<Decimal> {
  return fc.oneof(fc.constant(0n), fc.bigInt(0n, max * 10n ** BigInt(digits))).map((whole) => scaled(whole, digits));
}

/** From a millionth of a millionth to a million millions, with and without repeating decimals. */
const rate = fc.oneof(
  fc.bigInt(1n, 10n ** 10n).map((whole) => scaled(whole, 4)),
  fc.tuple(fc.bigInt(1n, 10n ** 6n), fc.bigInt(1n, 10n ** 6n)).map(([a, b]) => decimal(`${a}`).div(decimal(`${b}`))),
  fc.constantFrom('0.000000000001', '1', '1000000000000').map(decimal),
);

const bounds = fc
  .tuple(fc.option(decimals(10_000n, 3)), fc.option(decimals(10_000n, 3)))
  .map(([a, b]) => (a && b && a.gt(b) ? { minimum: b, maximum: a } : { minimum: a, maximum: b }));

const setting: fc.Arbitrary<CollectionSetting> = fc
  .tuple(decimals(100n, 3), decimals(10n, 2), bounds)
  .map(([percentage, fixedUsd, between]) => ({ percentage, fixedUsd: Money.of(fixedUsd, 'USD'), ...between }));

interface Limits {
  currencies?: fc.Arbitrary<[Currency, Currency]>;
}

function collection({ currencies = fc.tuple(currency, currency) }: Limits = {}): fc.Arbitrary<CollectionInput> {
  return fc
    .record({
      pair: currencies,
      amountType: fc.constantFrom('receive' as const, 'charge' as const),
      customerPaysFee: fc.boolean(),
      setting,
      conversionPercentage: decimals(100n, 2),
      rate,
      usdToWallet: rate,
    })
    .chain(({ pair: [payerCurrency, walletCurrency], ...rest }) =>
      amountOf(rest.amountType === 'charge' ? payerCurrency : walletCurrency).map((declared) => ({
        ...rest,
        payerCurrency,
        walletCurrency,
        declared,
      })),
    );
}

const same = collection({ currencies: currency.map((one) => [one, one]) });
const different = collection({ currencies: fc.tuple(currency, currency).filter(([a, b]) => a !== b) });

function check<T>(inputs: fc.Arbitrary<T>, property: (input: T) => void): void {
  fc.assert(fc.property(inputs, property), { numRuns: 400 });
}

/** One minor unit. */
function unit(of: Currency): Money {
  return Money.of(scaled(1n, digitsOf(of)), of);
}

/** At most half a minor unit from the exact value, and from a half only upwards. */
function expectHalfUp(rounded: Money, exact: Decimal): void {
  const half = unit(rounded.currency).amount.times(decimal('0.5'));
  const off = rounded.amount.minus(exact);
  expect(off.lte(half) && off.gt(half.times(decimal('-1')))).toBe(true);
}

function feesOf(figures: CollectionFigures): Money {
  return figures.collectionFee.plus(figures.conversionFee);
}

/** The wallet-side sum that the payer has to cover for `receive`. */
function needed(figures: CollectionFigures): Money {
  return figures.credited.plus(feesOf(figures));
}

describe('the figures of a collection', () => {
  it('sum to zero in the one currency of an unconverted collection', () => {
    check(same, (input) => {
      const figures = collectionFigures(input);
      expect(figures.credited.plus(figures.collectionFee).toFixed()).toBe(figures.payerAmount.toFixed());
    });
  });

  it('sum to zero in each currency of a converted collection', () => {
    check(different, (input) => {
      const figures = collectionFigures(input);
      const position = figures.exchangePosition;
      expect(position?.payerSide.minus(figures.payerAmount).isZero()).toBe(true);
      expect(position?.walletSide.plus(figures.credited).plus(feesOf(figures)).isZero()).toBe(true);
    });
  });

  it('split the gross amount between the wallet and the fees that the merchant bears', () => {
    check(collection(), (input) => {
      const figures = collectionFigures(input);
      const zero = Money.zero(input.walletCurrency);
      const borne = (figures.borneBy === 'merchant' ? figures.collectionFee : zero).plus(
        figures.conversionBorneBy === 'merchant' ? figures.conversionFee : zero,
      );
      expect(figures.credited.plus(borne).toFixed()).toBe(figures.gross.toFixed());
    });
  });

  it('never have more digits than their currency', () => {
    check(collection(), (input) => {
      const { payerAmount, payerFee, fixedAmountUsd, ...rest } = collectionFigures(input);
      const inWallet = [rest.gross, rest.percentageAmount, rest.fixedAmount, rest.collectionFee, rest.conversionFee];
      for (const money of [payerAmount, payerFee, fixedAmountUsd, ...inWallet, rest.credited]) {
        expect(money.amount.eq(money.toFixed())).toBe(true);
      }
      expect(inWallet.every((money) => money.currency === input.walletCurrency)).toBe(true);
      expect([payerAmount.currency, payerFee.currency]).toEqual([input.payerCurrency, input.payerCurrency]);
    });
  });

  it('have a percentage of the gross amount that is rounded half-up', () => {
    check(collection(), (input) => {
      const { gross, percentageAmount } = collectionFigures(input);
      expectHalfUp(percentageAmount, gross.amount.times(input.setting.percentage).times(decimal('0.01')));
    });
  });

  it('have a conversion fee that is a percentage of the gross amount, rounded half-up', () => {
    check(different, (input) => {
      const { gross, conversionFee } = collectionFigures(input);
      expectHalfUp(conversionFee, gross.amount.times(input.conversionPercentage).times(decimal('0.01')));
    });
  });

  it('have a gross amount that is the charged amount at the rate, rounded half-up', () => {
    // Without a digit that may itself have been rounded, so that a half is exactly one.
    const exactRate = fc.bigInt(1n, 10n ** 10n).map((whole) => scaled(whole, 4));
    check(fc.tuple(different, exactRate), ([input, rateOfFourDecimals]) => {
      fc.pre(input.amountType === 'charge');
      const { gross } = collectionFigures({ ...input, rate: rateOfFourDecimals });
      expectHalfUp(gross, input.declared.amount.times(rateOfFourDecimals));
    });
  });

  it('keep the collection fee within its bounds, and name the bound that applied', () => {
    check(collection(), (input) => {
      const { collectionFee, percentageAmount, fixedAmount, boundedBy } = collectionFigures(input);
      const bound = (value: Decimal | null) => value && Money.rounded(value, input.walletCurrency, 'half-up');
      const [minimum, maximum] = [bound(input.setting.minimum), bound(input.setting.maximum)];
      const sum = percentageAmount.plus(fixedAmount);
      expect(minimum ? collectionFee.compare(minimum) >= 0 : true).toBe(true);
      expect(maximum ? collectionFee.compare(maximum) <= 0 : true).toBe(true);
      const expected = boundedBy === null ? sum : boundedBy === 'minimum' ? minimum : maximum;
      expect(collectionFee.toFixed()).toBe(expected?.toFixed());
      expect(boundedBy === 'minimum').toBe(minimum !== null && sum.isLessThan(minimum));
    });
  });

  it('credit the whole declared amount when the wallet side is fixed and the payer bears the fee', () => {
    check(collection(), (input) => {
      if (input.amountType === 'charge' && input.payerCurrency !== input.walletCurrency) return;
      const figures = collectionFigures({ ...input, customerPaysFee: true });
      expect(figures.credited.toFixed()).toBe(input.declared.toFixed());
    });
  });

  it('charge a payer who bears no fee exactly the declared amount', () => {
    check(different, (input) => {
      if (input.amountType !== 'charge') return;
      const figures = collectionFigures({ ...input, customerPaysFee: false });
      expect(figures.payerAmount.toFixed()).toBe(input.declared.toFixed());
    });
  });

  it('flag exactly the collections with a negative credited amount', () => {
    check(collection(), (input) => {
      const figures = collectionFigures(input);
      expect(figures.feeExceedsAmount).toBe(figures.credited.isNegative());
    });
  });
});

describe('the amount type', () => {
  it('changes nothing between equal currencies', () => {
    check(same, (input) => {
      const [one, other] = (['receive', 'charge'] as const).map((amountType) =>
        collectionFigures({ ...input, amountType }),
      );
      expect(one).toEqual(other);
    });
  });

  it('and the conversion percentage and rate change nothing between equal currencies', () => {
    check(fc.tuple(same, rate), ([input, another]) => {
      const plain = collectionFigures({ ...input, rate: null, conversionPercentage: decimal('0') });
      expect(collectionFigures({ ...input, rate: another })).toEqual(plain);
    });
  });
});

describe('the payer’s amount', () => {
  const received = different.map((input) => ({
    ...input,
    amountType: 'receive' as const,
    declared: Money.rounded(input.declared.amount.plus(decimal('1')), input.walletCurrency, 'up'),
  }));

  // A rate has 30 decimals, the last of them rounded: figures are compared up to what that digit is worth.
  const lastDigit = decimal('0.000000000000000000000000000001');

  it('covers what is needed on the wallet side', () => {
    check(received, (input) => {
      const figures = collectionFigures(input);
      const worth = figures.payerAmount.amount.times(figures.exchangeRate.plus(lastDigit));
      expect(worth.gte(needed(figures).amount)).toBe(true);
    });
  });

  it('is not a minor unit more than needed', () => {
    check(received, (input) => {
      const figures = collectionFigures(input);
      const less = figures.payerAmount.minus(unit(input.payerCurrency));
      expect(less.amount.times(figures.exchangeRate).lt(needed(figures).amount)).toBe(true);
    });
  });

  it('equals integer arithmetic on the fraction when the rate is a quotient', () => {
    const dollarRate = fc.bigInt(1_000n, 10n ** 8n);
    const amount = fc.bigInt(1n, 10n ** 11n);
    check(
      fc.tuple(currency, currency, dollarRate, dollarRate, amount),
      ([payer, wallet, payerRate, walletRate, minor]) => {
        fc.pre(payer !== wallet);
        const declared = Money.of(scaled(minor, digitsOf(wallet)), wallet);
        const figures = collectionFigures({
          declared,
          amountType: 'receive',
          payerCurrency: payer,
          walletCurrency: wallet,
          customerPaysFee: false,
          setting: { percentage: decimal('0'), fixedUsd: Money.zero('USD'), minimum: null, maximum: null },
          conversionPercentage: decimal('0'),
          rate: scaled(walletRate, 4).div(scaled(payerRate, 4)),
          usdToWallet: null,
        });
        const dividend = minor * payerRate * 10n ** BigInt(digitsOf(payer));
        const divisor = walletRate * 10n ** BigInt(digitsOf(wallet));
        const exact = (dividend + divisor - 1n) / divisor;
        expect(figures.payerAmount.toFixed()).toBe(Money.of(scaled(exact, digitsOf(payer)), payer).toFixed());
      },
    );
  });

  it('never falls when the declared amount rises', () => {
    check(fc.tuple(collection(), fc.bigInt(1n, 10n ** 6n)), ([input, more]) => {
      const extra = Money.of(scaled(more, digitsOf(input.declared.currency)), input.declared.currency);
      const [lower, higher] = [input.declared, input.declared.plus(extra)].map((declared) =>
        collectionFigures({ ...input, declared }),
      );
      expect(higher!.payerAmount.compare(lower!.payerAmount)).toBeGreaterThanOrEqual(0);
    });
  });
});

describe('the payer’s part of the collection fee', () => {
  it('is what it adds to the payer’s amount, and zero when the merchant bears the fee', () => {
    check(collection(), (input) => {
      const [borne, spared] = [true, false].map((customerPaysFee) => collectionFigures({ ...input, customerPaysFee }));
      expect(borne!.payerFee.toFixed()).toBe(borne!.payerAmount.minus(spared!.payerAmount).toFixed());
      expect(spared!.payerFee.isZero()).toBe(true);
    });
  });

  it('is the fee itself when nothing is converted', () => {
    check(same, (input) => {
      const { payerFee, collectionFee } = collectionFigures({ ...input, customerPaysFee: true });
      expect(payerFee.toString()).toBe(collectionFee.toString());
    });
  });

  it('is worth the fee, up to one minor unit, and is never negative', () => {
    check(different, (input) => {
      const { payerFee, collectionFee, exchangeRate } = collectionFigures({ ...input, customerPaysFee: true });
      // A rate is rounded at its thirtieth decimal, which becomes visible when dividing by a very small rate.
      fc.pre(exchangeRate.gt(decimal('0.000001')));
      const off = payerFee.amount.minus(collectionFee.amount.div(exchangeRate)).abs();
      expect(off.lte(unit(input.payerCurrency).amount)).toBe(true);
      expect(payerFee.isNegative()).toBe(false);
    });
  });

  it('is never worth less than the fee when the payer’s amount is the fixed one', () => {
    check(different, (input) => {
      fc.pre(input.amountType === 'charge');
      const { payerFee, payerAmount } = collectionFigures({ ...input, customerPaysFee: true });
      expect(payerAmount.minus(payerFee).toFixed()).toBe(input.declared.toFixed());
    });
  });

  it('does not change the fees: they are the same for either bearer', () => {
    check(collection(), (input) => {
      const kept = [true, false].map((customerPaysFee) => {
        const figures = collectionFigures({ ...input, customerPaysFee });
        return [figures.gross, figures.collectionFee, figures.conversionFee].map(String);
      });
      expect(kept[0]).toEqual(kept[1]);
    });
  });
});

describe('the credited amount', () => {
  it('never falls by more than one minor unit of rounding when the declared amount rises', () => {
    check(fc.tuple(collection(), fc.bigInt(1n, 10n ** 6n)), ([input, more]) => {
      const percentages = input.setting.percentage.plus(input.conversionPercentage);
      fc.pre(percentages.lte(decimal('100')));
      const extra = Money.of(scaled(more, digitsOf(input.declared.currency)), input.declared.currency);
      const [lower, higher] = [input.declared, input.declared.plus(extra)].map((declared) =>
        collectionFigures({ ...input, declared }),
      );
      const fall = lower!.credited.minus(higher!.credited);
      expect(fall.compare(unit(input.walletCurrency))).toBeLessThanOrEqual(0);
    });
  });

  it('never falls when only one percentage is deducted', () => {
    check(fc.tuple(collection(), fc.bigInt(1n, 10n ** 6n)), ([input, more]) => {
      const single = { ...input, conversionPercentage: decimal('0') };
      const extra = Money.of(scaled(more, digitsOf(input.declared.currency)), input.declared.currency);
      const [lower, higher] = [input.declared, input.declared.plus(extra)].map((declared) =>
        collectionFigures({ ...single, declared }),
      );
      expect(higher!.credited.compare(lower!.credited)).toBeGreaterThanOrEqual(0);
    });
  });
});
