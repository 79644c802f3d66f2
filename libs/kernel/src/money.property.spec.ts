import fc from 'fast-check';
import { digitsOf } from './currency';
import { decimal, type Rounding } from './decimal';
import { Money } from './money';
import { amountOf, anyCurrency, minorUnits, scaled } from './testing';

const pair = anyCurrency.chain((currency) => fc.tuple(amountOf(currency), amountOf(currency)));

const check = <T>(inputs: fc.Arbitrary<T>, property: (input: T) => void) =>
  fc.assert(fc.property(inputs, property), { numRuns: 500 });

describe('money', () => {
  it('adds like integers of minor units', () => {
    check(pair, ([a, b]) => expect(minorUnits(a.plus(b))).toBe(minorUnits(a) + minorUnits(b)));
  });

  it('subtracts like integers of minor units', () => {
    check(pair, ([a, b]) => expect(minorUnits(a.minus(b))).toBe(minorUnits(a) - minorUnits(b)));
  });

  it('compares like integers of minor units', () => {
    check(pair, ([a, b]) => {
      const [left, right] = [minorUnits(a), minorUnits(b)];
      expect(a.compare(b)).toBe(left < right ? -1 : left > right ? 1 : 0);
    });
  });

  it('can be read back from its text', () => {
    check(pair, ([a]) => expect(Money.of(a.toFixed(), a.currency).equals(a)).toBe(true));
  });

  it('sums to the same amount in any order', () => {
    const list = anyCurrency.chain((currency) => fc.array(amountOf(currency), { minLength: 1, maxLength: 8 }));
    check(list, (items) => {
      const { currency } = items[0]!;
      expect(Money.sum(items, currency).equals(Money.sum([...items].reverse(), currency))).toBe(true);
    });
  });
});

describe('a rounded amount', () => {
  const value = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }).map((whole) => scaled(whole, 9));
  const inputs = fc.tuple(value, anyCurrency);
  const rounded = (exact: ReturnType<typeof decimal>, currency: string, how: Rounding) =>
    Money.rounded(exact, currency, how).amount;

  it('differs by at most half a minor unit when rounded half-up', () => {
    check(inputs, ([exact, currency]) => {
      const half = scaled(5n, digitsOf(currency) + 1);
      expect(rounded(exact, currency, 'half-up').minus(exact).abs().lte(half)).toBe(true);
    });
  });

  it('is never closer to zero when rounded up', () => {
    check(inputs, ([exact, currency]) => expect(rounded(exact, currency, 'up').abs().gte(exact.abs())).toBe(true));
  });

  it('is never farther from zero when rounded down', () => {
    check(inputs, ([exact, currency]) => expect(rounded(exact, currency, 'down').abs().lte(exact.abs())).toBe(true));
  });

  it('differs by at most one minor unit between up and down', () => {
    check(inputs, ([exact, currency]) => {
      const difference = rounded(exact, currency, 'up')
        .minus(rounded(exact, currency, 'down'))
        .abs();
      expect(difference.lte(scaled(1n, digitsOf(currency)))).toBe(true);
    });
  });
});

describe('a conversion', () => {
  const dollars = fc.bigInt({ min: 1n, max: 10n ** 10n });
  const price = fc.bigInt({ min: 1n, max: 10n ** 8n });

  it('returns the original amount when converted back at a repeating rate', () => {
    check(fc.tuple(dollars, price), ([minor, divisor]) => {
      // Dollars times the divisor: an amount that converts to a whole number of cents.
      const usd = Money.of(scaled(minor, 2), 'USD');
      const rate = decimal('1').div(decimal(divisor.toString()));
      const local = Money.of(usd.amount.times(decimal(divisor.toString())), 'ARS');
      for (const rounding of ['up', 'down', 'half-up'] as const) {
        expect(local.convert(rate, 'USD', rounding).toFixed()).toBe(usd.toFixed());
        expect(usd.convertBack(rate, 'ARS', rounding).toFixed()).toBe(local.toFixed());
      }
    });
  });
});
