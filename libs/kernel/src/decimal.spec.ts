import { decimal, isDecimal, parseDecimal, roundTo } from './decimal';

const REJECTED = [
  '',
  ' ',
  ' 1',
  '1 ',
  '1\n',
  '+1',
  '.5',
  '1.',
  '1e3',
  '1E3',
  '1e400',
  '1,000',
  '1_000',
  '0x10',
  '--1',
  '1.2.3',
  'NaN',
  'Infinity',
  '-Infinity',
  'null',
  '١٢',
  '１２',
  '1'.repeat(31),
  `0.${'1'.repeat(31)}`,
];

describe('a decimal', () => {
  it.each(['0', '-0', '1', '-1.50', '007.10', '9'.repeat(30), `0.${'9'.repeat(30)}`])('can be read from %s', (text) => {
    expect(parseDecimal(text)?.eq(text)).toBe(true);
  });

  it.each(REJECTED)('cannot be read from %j', (text) => {
    expect(parseDecimal(text)).toBeUndefined();
    expect(() => decimal(text)).toThrow(RangeError);
  });

  it('truncates a long text in the error message', () => {
    expect(() => decimal('x'.repeat(5_000))).toThrow(new RangeError(`not a decimal number: "${'x'.repeat(40)}"`));
  });

  it.each([0.1, 1, NaN, Infinity])('cannot be made from the number %p', (value) => {
    expect(() => decimal(value as never)).toThrow();
  });

  it('accepts no number as an operand', () => {
    expect(() => decimal('1').plus(0.1 as never)).toThrow();
  });

  it('carries 30 digits through a division and rounds the last', () => {
    expect(decimal('2').div(decimal('3')).toFixed()).toBe(`0.${'6'.repeat(29)}7`);
  });

  it('is written without an exponent', () => {
    expect([decimal(`0.${'0'.repeat(29)}1`).toString(), decimal('1'.padEnd(30, '0')).toString()]).toEqual([
      `0.${'0'.repeat(29)}1`,
      '1'.padEnd(30, '0'),
    ]);
  });
});

describe('rounding to digits', () => {
  it.each`
    value      | digits | halfUp    | up        | down
    ${'1.005'} | ${2}   | ${'1.01'} | ${'1.01'} | ${'1'}
    ${'1.004'} | ${2}   | ${'1'}    | ${'1.01'} | ${'1'}
    ${'-1.5'}  | ${0}   | ${'-2'}   | ${'-2'}   | ${'-1'}
    ${'2.5'}   | ${0}   | ${'3'}    | ${'3'}    | ${'2'}
  `('brings $value to $digits: $halfUp half-up, $up up, $down down', ({ value, digits, halfUp, up, down }) => {
    const exact = decimal(value);
    expect((['half-up', 'up', 'down'] as const).map((how) => roundTo(exact, digits, how).toString())).toEqual([
      halfUp,
      up,
      down,
    ]);
  });
});

describe('isDecimal', () => {
  it('accepts decimals only', () => {
    const amount = decimal('1.50');
    expect([amount, { ...amount }, '1.50', 1.5, null, undefined].map(isDecimal)).toEqual([
      true,
      ...Array(5).fill(false),
    ]);
  });
});
