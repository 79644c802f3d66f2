import { toCurrency } from './currency';
import { decimal, type Rounding } from './decimal';
import { Money } from './money';

const ars = (amount: string) => Money.of(amount, 'ARS');
const BRL = toCurrency('BRL');
const USD = toCurrency('USD');

describe('Money.of', () => {
  it.each`
    amount               | currency  | shown
    ${'1500'}            | ${'ARS'}  | ${'1500.00'}
    ${'1500.5'}          | ${'ARS'}  | ${'1500.50'}
    ${'1500.500000'}     | ${'ARS'}  | ${'1500.50'}
    ${'1500.00'}         | ${'CLP'}  | ${'1500'}
    ${'0.001'}           | ${'KWD'}  | ${'0.001'}
    ${'0.000001'}        | ${'USDC'} | ${'0.000001'}
    ${'999999999999.99'} | ${'ARS'}  | ${'999999999999.99'}
    ${'-0.01'}           | ${'ARS'}  | ${'-0.01'}
    ${'007'}             | ${'ARS'}  | ${'7.00'}
  `('takes $amount $currency as $shown', ({ amount, currency, shown }) => {
    expect(Money.of(amount, currency).toFixed()).toBe(shown);
  });

  it.each`
    amount      | currency
    ${'1.001'}  | ${'ARS'}
    ${'-0.001'} | ${'ARS'}
    ${'0.5'}    | ${'CLP'}
    ${'1.0001'} | ${'KWD'}
  `('rejects $amount, which has more decimals than $currency', ({ amount, currency }) => {
    expect(() => Money.of(amount, currency)).toThrow(RangeError);
  });

  it.each(['', ' 1', '1e3', 'NaN', 'Infinity', '1,5', '0x10'])('rejects the text %j', (text) => {
    expect(() => ars(text)).toThrow(RangeError);
  });

  it.each(['XXX', 'ars', '', '__proto__', 'constructor'])('rejects the currency %j', (currency) => {
    expect(() => Money.of('1', currency)).toThrow(RangeError);
  });

  it('rejects a number, which may already have lost digits', () => {
    expect(() => Money.of(1.1 as never, 'ARS')).toThrow(TypeError);
  });
});

describe('Money.stored', () => {
  it.each`
    amount       | currency | shown
    ${'1500.5'}  | ${'ARS'} | ${'1500.50'}
    ${'1.005'}   | ${'ARS'} | ${'1.01'}
    ${'-1.0049'} | ${'ARS'} | ${'-1.00'}
    ${'0.5'}     | ${'CLP'} | ${'1'}
  `('shows $amount $currency as $shown instead of failing', ({ amount, currency, shown }) => {
    expect(Money.stored(amount, currency).toFixed()).toBe(shown);
  });
});

describe('arithmetic', () => {
  it('is exact where binary floats are not', () => {
    expect(ars('0.1').plus(ars('0.2')).equals(ars('0.3'))).toBe(true);
  });

  it('is exact for large amounts', () => {
    expect(ars('999999999999999.99').plus(ars('0.01')).toFixed()).toBe('1000000000000000.00');
  });

  it.each(['ARS', 'CLP'] as const)('writes no negative zero: what is taken from nothing is 0 %s', (currency) => {
    const zero = Money.of('0', currency);
    expect([zero.negated().toFixed(), zero.minus(zero).toFixed()]).toEqual([zero.toFixed(), zero.toFixed()]);
    expect(zero.negated().toFixed()).toMatch(/^0/);
  });

  it('subtracts below zero', () => {
    expect(ars('1').minus(ars('1.01')).toFixed()).toBe('-0.01');
  });

  it('does not change its operands', () => {
    const [one, two] = [ars('1'), ars('2')];
    one.plus(two);
    one.minus(two);
    one.negated();
    expect([one, two].map(String)).toEqual(['1.00 ARS', '2.00 ARS']);
  });

  it('sums a list', () => {
    expect(Money.sum([ars('1.10'), ars('2.20'), ars('-0.30')], 'ARS').toFixed()).toBe('3.00');
  });

  it('sums an empty list to zero in the given currency', () => {
    expect(Money.sum([], 'CLP').toString()).toBe('0 CLP');
  });
});

describe('rounding', () => {
  it.each`
    value       | currency | halfUp     | up         | down
    ${'0.124'}  | ${'ARS'} | ${'0.12'}  | ${'0.13'}  | ${'0.12'}
    ${'0.125'}  | ${'ARS'} | ${'0.13'}  | ${'0.13'}  | ${'0.12'}
    ${'0.135'}  | ${'ARS'} | ${'0.14'}  | ${'0.14'}  | ${'0.13'}
    ${'0.5'}    | ${'CLP'} | ${'1'}     | ${'1'}     | ${'0'}
    ${'2.5'}    | ${'CLP'} | ${'3'}     | ${'3'}     | ${'2'}
    ${'2.4999'} | ${'CLP'} | ${'2'}     | ${'3'}     | ${'2'}
    ${'-0.125'} | ${'ARS'} | ${'-0.13'} | ${'-0.13'} | ${'-0.12'}
    ${'-0.124'} | ${'ARS'} | ${'-0.12'} | ${'-0.13'} | ${'-0.12'}
    ${'0.0005'} | ${'KWD'} | ${'0.001'} | ${'0.001'} | ${'0.000'}
  `('rounds $value $currency to $halfUp half-up, $up up and $down down', ({ value, currency, ...expected }) => {
    const rounded = (how: Rounding) => Money.rounded(decimal(value), currency, how).toFixed();
    expect({ halfUp: rounded('half-up'), up: rounded('up'), down: rounded('down') }).toEqual(expected);
  });

  it.each`
    amount      | percent  | rounding     | result
    ${'15000'}  | ${'2.9'} | ${'half-up'} | ${'435.00'}
    ${'0.50'}   | ${'1'}   | ${'half-up'} | ${'0.01'}
    ${'0.49'}   | ${'1'}   | ${'half-up'} | ${'0.00'}
    ${'0.49'}   | ${'1'}   | ${'up'}      | ${'0.01'}
    ${'0.99'}   | ${'1'}   | ${'down'}    | ${'0.00'}
    ${'100'}    | ${'0'}   | ${'up'}      | ${'0.00'}
    ${'-15000'} | ${'2.9'} | ${'half-up'} | ${'-435.00'}
  `('$percent % of $amount is $result, rounded $rounding', ({ amount, percent, rounding, result }) => {
    expect(ars(amount).percentage(percent, rounding).toFixed()).toBe(result);
  });
});

describe('conversion', () => {
  it('multiplies by the rate', () => {
    expect(Money.of('500', 'BRL').convert(decimal('200'), 'ARS', 'half-up').toString()).toBe('100000.00 ARS');
  });

  it('divides by the rate when converting back', () => {
    expect(ars('101000').convertBack(decimal('200'), 'BRL', 'up').toString()).toBe('505.00 BRL');
  });

  it.each`
    amount     | rate                                | rounding  | usd
    ${'13.80'} | ${decimal('1').div(decimal('6.9'))} | ${'down'} | ${'2.00'}
    ${'13.79'} | ${decimal('1').div(decimal('6.9'))} | ${'down'} | ${'1.99'}
    ${'14'}    | ${decimal('1').div(decimal('7'))}   | ${'down'} | ${'2.00'}
    ${'14'}    | ${decimal('1').div(decimal('7'))}   | ${'up'}   | ${'2.00'}
    ${'6.90'}  | ${decimal('1').div(decimal('6.9'))} | ${'up'}   | ${'1.00'}
    ${'6.91'}  | ${decimal('1').div(decimal('6.9'))} | ${'up'}   | ${'1.01'}
  `('is unaffected by the last digit of a repeating rate: $amount is $usd, rounded $rounding', (row) => {
    expect(Money.of(row.amount, 'BOB').convert(row.rate, USD, row.rounding).toFixed()).toBe(row.usd);
  });

  it('back is unaffected by the last digit of a repeating rate', () => {
    const rate = decimal('1000').div(decimal('6.9'));
    expect(ars('1000').convertBack(rate, 'BOB', 'up').toFixed()).toBe('6.90');
  });

  it('rounds the result to the digits of its currency', () => {
    expect(Money.of('1', 'USD').convert(decimal('950.4'), 'CLP', 'up').toString()).toBe('951 CLP');
  });
});

describe('negative zero', () => {
  it.each`
    what                                   | zero
    ${'read from text'}                    | ${ars('-0.00')}
    ${'zero negated'}                      | ${Money.zero('ARS').negated()}
    ${'less than half a unit'}             | ${Money.rounded(decimal('-0.001'), 'ARS', 'half-up')}
    ${'a percentage of a negative amount'} | ${ars('-0.01').percentage('1', 'down')}
    ${'negative zero converted'}           | ${Money.of('-0', 'BRL').convert(decimal('200'), 'ARS', 'up')}
  `('becomes zero: $what', ({ zero }: { zero: Money }) => {
    expect([zero.toFixed(), zero.isNegative(), zero.isZero(), zero.equals(Money.zero('ARS'))]).toEqual([
      '0.00',
      false,
      true,
      true,
    ]);
  });
});

describe('different currencies', () => {
  const reais = Money.of('1', BRL);

  it.each(['plus', 'minus', 'compare', 'isLessThan', 'isGreaterThan'] as const)('throw in %s', (operation) => {
    expect(() => ars('1')[operation](reais)).toThrow(TypeError);
  });

  it('throw in a sum, even when one amount is zero', () => {
    expect(() => Money.sum([Money.zero('BRL')], 'ARS')).toThrow(TypeError);
  });

  it('are never equal, even at zero', () => {
    expect(Money.zero('ARS').equals(Money.zero('BRL'))).toBe(false);
  });
});

describe('comparison', () => {
  it.each`
    a         | b         | order
    ${'1'}    | ${'1.00'} | ${0}
    ${'1.00'} | ${'1.01'} | ${-1}
    ${'-1'}   | ${'-2'}   | ${1}
  `('of $a with $b is $order', ({ a, b, order }) => {
    const [left, right] = [ars(a), ars(b)];
    expect(left.compare(right)).toBe(order);
    expect([left.isLessThan(right), left.equals(right), left.isGreaterThan(right)]).toEqual([
      order < 0,
      order === 0,
      order > 0,
    ]);
  });

  it.each`
    amount     | negative | zero     | positive
    ${'-0.01'} | ${true}  | ${false} | ${false}
    ${'0'}     | ${false} | ${true}  | ${false}
    ${'0.01'}  | ${false} | ${false} | ${true}
  `('of $amount with zero', ({ amount, negative, zero, positive }) => {
    const money = ars(amount);
    expect([money.isNegative(), money.isZero(), money.isPositive()]).toEqual([negative, zero, positive]);
  });

  it('ignores the sign of an absolute amount', () => {
    expect(ars('-1.50').absolute().equals(ars('1.50'))).toBe(true);
  });
});

describe('an amount in writing', () => {
  it('has its currency in text', () => {
    expect(`${ars('1500')}`).toBe('1500.00 ARS');
  });

  it('has its currency in JSON', () => {
    expect(JSON.stringify({ paid: ars('1500') })).toBe('{"paid":{"amount":"1500.00","currency":"ARS"}}');
  });

  it('has no exponent, however small or large', () => {
    expect([Money.of('0.000001', 'USDT').toFixed(), ars('1'.padEnd(28, '0')).toFixed()]).toEqual([
      '0.000001',
      `${'1'.padEnd(28, '0')}.00`,
    ]);
  });
});
