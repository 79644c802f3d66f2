import fc from 'fast-check';
import { currencies, digitsOf, toCurrency, type Currency } from './currency';
import { WrittenAmount } from './written-amount';

describe('a written amount', () => {
  it.each`
    value                     | amount
    ${1500}                   | ${'1500'}
    ${0.1}                    | ${'0.1'}
    ${-5}                     | ${'-5'}
    ${0}                      | ${'0'}
    ${-0}                     | ${'0'}
    ${999999999999.99}        | ${'999999999999.99'}
    ${1e-7}                   | ${'0.0000001'}
    ${1e21}                   | ${'1000000000000000000000'}
    ${'0'}                    | ${'0'}
    ${'-0.00'}                | ${'0'}
    ${'0001.50'}              | ${'1.5'}
    ${'12345678901234567.89'} | ${'12345678901234567.89'}
  `('reads $value as $amount', ({ value, amount }) => {
    expect(WrittenAmount.read(value)?.value.eq(amount)).toBe(true);
  });

  it.each([
    undefined,
    null,
    true,
    '',
    '1e3',
    'NaN',
    NaN,
    Infinity,
    -Infinity,
    JSON.parse('1e400'),
    '1e21',
    '1e-7',
    '1,5',
    '1.500,00',
    '15,000.00',
    '1 500',
    ' 5',
    '5 ',
    '5\n',
    '\u00A05',
    '+5',
    '5.',
    '.5',
    '1_000',
    '0x10',
    '1e400',
    'ARS 5',
    '$5',
    '5 ARS',
    '１２',
    '١٢',
    '5\u200B',
    '\u22125',
    '--5',
    '5.5.5',
    '9'.repeat(31),
    [1],
    {},
    10n,
    Symbol('1'),
  ])('cannot read %p', (value) => {
    expect(WrittenAmount.read(value)).toBeUndefined();
  });
});

describe('the decimals of an amount', () => {
  it.each`
    value         | currency  | amount
    ${'15.00'}    | ${'ARS'}  | ${'15.00'}
    ${'15.0'}     | ${'ARS'}  | ${'15.00'}
    ${'15'}       | ${'ARS'}  | ${'15.00'}
    ${'2000'}     | ${'CLP'}  | ${'2000'}
    ${15.0}       | ${'CLP'}  | ${'15'}
    ${1e21}       | ${'CLP'}  | ${'1000000000000000000000'}
    ${'1.000000'} | ${'USDC'} | ${'1.000000'}
  `('of $value fit $currency', ({ value, currency, amount }) => {
    expect(WrittenAmount.read(value)!.in(toCurrency(currency)).toFixed()).toBe(amount);
  });

  it.each`
    value         | currency | rule
    ${'15.000'}   | ${'BRL'} | ${'has more decimals than BRL has: write at most 2, such as 1500.00'}
    ${'15.0000'}  | ${'ARS'} | ${'has more decimals than ARS has: write at most 2, such as 1500.00'}
    ${'2000.000'} | ${'CLP'} | ${'has more decimals than CLP has: write no decimals and no point, such as 1500'}
    ${'2000.0'}   | ${'CLP'} | ${'has more decimals than CLP has: write no decimals and no point, such as 1500'}
    ${15.001}     | ${'USD'} | ${'has more decimals than USD has: write at most 2, such as 1500.00'}
  `('of $value are too many for $currency, zeros or not', ({ value, currency, rule }) => {
    const read = () => WrittenAmount.read(value)!.in(toCurrency(currency));
    expect(read).toThrow(expect.objectContaining({ details: { errors: { amount: [rule] } } }));
  });

  it('are never thousands: text is read as its own digits, or rejected (rule 16.6)', () => {
    const text = fc.stringMatching(/^\d{1,12}(\.\d{0,7})?$/);
    fc.assert(
      fc.property(text, fc.constantFrom<Currency>(...currencies()), (written, currency) => {
        const [whole = '', decimals] = written.split('.');
        const isRead = decimals === undefined || (decimals.length > 0 && decimals.length <= digitsOf(currency));
        const amount = WrittenAmount.read(written);
        expect(amount?.fits(currency) ?? false).toBe(isRead);
        if (amount && isRead) {
          const digits = (decimals ?? '').padEnd(digitsOf(currency), '0');
          expect(amount.in(currency).toFixed().replace('.', '')).toBe(`${BigInt(whole)}${digits}`);
        }
      }),
    );
  });
});
