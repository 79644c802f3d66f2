import {
  addDecimals,
  compareDecimals,
  formatAmount,
  formatDecimal,
  negateDecimal,
  percentBelow,
  shortRate,
} from './amounts';

describe('an amount on the screen', () => {
  it.each([
    ['1234.50', 'ARS', 'es', '1.234,50 ARS'],
    ['1234.50', 'BRL', 'pt', '1.234,50 BRL'],
    ['1234567.89', 'USD', 'en', '1,234,567.89 USD'],
    ['1500', 'CLP', 'es', '1.500 CLP'],
    ['15000.00', 'MXN', 'en', '15,000.00 MXN'],
    ['15000.00', 'MXN', 'es', '15,000.00 MXN'],
    ['15000.00', 'MXN', 'pt', '15,000.00 MXN'],
    ['0.05', 'BOB', 'es', '0,05 BOB'],
    ['-14265.00', 'COP', 'es', '−14.265,00 COP'],
  ])('%s %s in %s is %s', (value, currency, locale, shown) => {
    expect(formatAmount(value, currency, locale)).toBe(shown);
  });

  it('keeps every digit of an amount that a float would round', () => {
    expect(formatDecimal('90071992547409931.01', 'en')).toBe('90,071,992,547,409,931.01');
  });

  it('returns a text that is not a decimal unchanged', () => {
    expect(formatDecimal('n/a', 'en')).toBe('n/a');
  });
});

describe('arithmetic on decimals', () => {
  it('adds exactly', () => {
    expect(addDecimals('0.1', '0.2')).toBe('0.3');
    expect(addDecimals('10000.00', '-10000.01')).toBe('-0.01');
    expect(addDecimals('1500', '5')).toBe('1505');
  });

  it('compares by value', () => {
    expect(compareDecimals('10', '9.99')).toBeGreaterThan(0);
    expect(compareDecimals('-1', '1.0')).toBeLessThan(0);
    expect(compareDecimals('1.50', '1.5')).toBe(0);
  });

  it('negates, except zero', () => {
    expect([negateDecimal('1.20'), negateDecimal('-1.20'), negateDecimal('0.00')]).toEqual(['-1.20', '1.20', '0.00']);
  });

  it.each([
    ['191.6', '200', '4.20'],
    ['191.938579654511', '200', '4.03'],
    ['200', '200.00', '0.00'],
    ['0.00475', '0.005', '5.00'],
    ['210', '200', '-5.00'],
  ])('%s is below %s by %s per cent', (value, reference, percent) => {
    expect(percentBelow(value, reference)).toBe(percent);
  });
});

describe('a rate on the screen', () => {
  it.each([
    ['200', '200'],
    ['191.938579654511', '191.9385'],
    ['1.5', '1.5'],
    ['0.000512345678', '0.0005123'],
    ['0.0', '0.0'],
  ])('%s is cut to %s', (rate, shown) => {
    expect(shortRate(rate)).toBe(shown);
  });
});
