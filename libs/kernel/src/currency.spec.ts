import { digitsOf, isCurrency, PAYER_CURRENCIES, toCurrency } from './currency';

describe('the currency table', () => {
  it.each`
    code      | digits | why
    ${'ARS'}  | ${2}   | ${'two decimals'}
    ${'COP'}  | ${2}   | ${'two in ISO 4217, although often shown without'}
    ${'UYU'}  | ${2}   | ${'two decimals'}
    ${'CLP'}  | ${0}   | ${'no minor unit'}
    ${'PYG'}  | ${0}   | ${'no minor unit'}
    ${'JPY'}  | ${0}   | ${'no minor unit'}
    ${'KWD'}  | ${3}   | ${'thousandths'}
    ${'CLF'}  | ${4}   | ${'a unit of account'}
    ${'USDC'} | ${6}   | ${'a stablecoin'}
  `('gives $code $digits digits: $why', ({ code, digits }) => {
    expect(digitsOf(toCurrency(code))).toBe(digits);
  });

  it.each(['', 'XXX', 'ars', 'ARS ', 'AR', '__proto__', 'constructor', 'hasOwnProperty'])(
    'does not know %j',
    (code) => {
      expect(isCurrency(code)).toBe(false);
      expect(() => toCurrency(code)).toThrow(RangeError);
    },
  );

  it.each([undefined, null, 32, ['ARS'], { toString: () => 'ARS' }])(
    'does not accept %p, which is not text',
    (code) => {
      expect(isCurrency(code)).toBe(false);
    },
  );

  it('truncates a long code in the error message', () => {
    expect(() => toCurrency('x'.repeat(5_000))).toThrow(new RangeError('unknown currency "xxxxxxxx"'));
  });
});

it('payers can pay in seven currencies', () => {
  expect(PAYER_CURRENCIES).toEqual(['ARS', 'BRL', 'COP', 'CLP', 'MXN', 'BOB', 'USD']);
});
