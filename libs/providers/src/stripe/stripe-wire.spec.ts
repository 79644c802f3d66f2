import { Money } from '@app/kernel';
import fc from 'fast-check';
import { metadataOf, minorUnitsOf, moneyOf, sentIdIn, signedMoneyOf } from './stripe-wire';

describe('an amount', () => {
  it.each([
    ['10.01', 'USD', 1_001],
    ['0.05', 'BRL', 5],
    ['16085', 'ARS', 1_608_500],
    ['45000', 'COP', 4_500_000],
    ['1000', 'CLP', 1_000],
    ['7', 'MGA', 7],
    ['3', 'UGX', 300],
    ['1.234', 'KWD', 1_234],
  ])('of %s %s is %d minor units, and read back as it was', (amount, currency, minorUnits) => {
    const money = Money.of(amount, currency);
    expect(minorUnitsOf(money)).toBe(minorUnits);
    expect(moneyOf(minorUnits, currency.toLowerCase())).toEqual(money);
  });

  it('survives the way to Stripe and back, however large', () => {
    const amounts = fc.tuple(fc.integer({ min: 1, max: 99_999_999_999_999 }), fc.constantFrom('BRL', 'CLP', 'USD'));
    fc.assert(fc.property(amounts, ([units, code]) => minorUnitsOf(moneyOf(units, code) as Money) === units));
  });

  it('finer than Stripe takes is not sent', () => {
    expect(() => minorUnitsOf(Money.of('7.50', 'MGA'))).toThrow('whole units');
  });

  it.each([0, -1, 1.5, '100', null, undefined, Number.MAX_SAFE_INTEGER + 1, NaN])(
    'is none when Stripe sends %p',
    (sent) => {
      expect(moneyOf(sent, 'usd')).toBeUndefined();
    },
  );

  it('in a currency that the service does not have is kept as text', () => {
    expect(moneyOf(1_050, 'zzz')).toEqual({ amount: '10.50', currency: 'ZZZ' });
  });

  it.each([undefined, null, 7])('is none in the currency %p', (currency) => {
    expect(moneyOf(100, currency)).toBeUndefined();
  });

  it.each([
    [-1_050, 'brl', '-10.50', 'BRL'],
    [0, 'usd', '0', 'USD'],
    [-5, 'usd', '-0.05', 'USD'],
    [700, 'clp', '700', 'CLP'],
  ])('of a settlement may be negative or zero: %d %s', (minorUnits, currency, amount, code) => {
    expect(signedMoneyOf(minorUnits, currency)).toEqual(Money.of(amount, code));
  });

  it.each([
    [1.5, 'usd'],
    [1, 'zzz'],
  ])('of a settlement that cannot be read is an error: %d %s', (minorUnits, currency) => {
    expect(() => signedMoneyOf(minorUnits, currency)).toThrow('amount');
  });
});

describe('metadata', () => {
  it('says that an object is ours', () => {
    expect(sentIdIn(metadataOf('sp-1'))).toBe('sp-1');
  });

  it.each([
    undefined,
    null,
    {},
    { servicepay_id: '1' },
    { servicepay_id: 'sp-' },
    { servicepay_id: 'sp-1 2' },
    [],
    'sp-1',
  ])('of another object does not: %j', (metadata) => {
    expect(sentIdIn(metadata)).toBeUndefined();
  });
});
