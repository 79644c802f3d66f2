import fc from 'fast-check';
import { parseCc, parseNit } from './colombia';

describe('a NIT', () => {
  const numbers = fc.integer({ min: 100_000, max: 9_999_999_999 }).map(String);
  const ends = Array.from('0123456789');

  // Bancolombia, Ecopetrol, Avianca, and a person.
  it.each([
    ['890.903.938-8', '890903938-8'],
    ['899.999.068-1', '899999068-1'],
    ['8901005776', '890100577-6'],
    ['213.123.432-1', '213123432-1'],
    // The remainder is 2, the least whose complement is the check digit.
    ['800.100.001-9', '800100001-9'],
  ])('%s is read as %s', (text, number) => {
    expect(parseNit(text)).toBe(number);
  });

  it.each(['', 'x', '890903938-7', '0890903938-8', '890903938-K', '12345-0', '890903938-88'])('is not %j', (text) => {
    expect(parseNit(text)).toBeUndefined();
  });

  it.each([
    ['890903938', 'a company'],
    ['890.903.938', 'a company with its dots'],
    ['900123455', 'another company'],
    ['1020304058', 'a person'],
    ['890903938-08', 'a company with a padded check digit'],
  ])('is not read from %s, the number of %s that would end in a right check digit by chance', (text) => {
    expect(parseNit(text)).toBeUndefined();
  });

  it.each([
    ['890903938 8', '890903938-8'],
    ['8909039388', '890903938-8'],
    ['10203040508', '1020304050-8'],
    ['1.020.304.050-8', '1020304050-8'],
  ])('is read from %s, where the check digit can be recognised', (text, number) => {
    expect(parseNit(text)).toBe(number);
  });

  it('has one right check digit', () => {
    fc.assert(
      fc.property(numbers, (number) => {
        expect(ends.filter((end) => parseNit(`${number}-${end}`) === `${number}-${end}`)).toHaveLength(1);
      }),
    );
  });

  it('is rejected with one digit changed, unless its check digit is 1', () => {
    fc.assert(
      fc.property(numbers, fc.nat(20), fc.integer({ min: 1, max: 9 }), (number, at, shift) => {
        const end = ends.find((digit) => parseNit(`${number}-${digit}`) !== undefined)!;
        const place = at % number.length;
        fc.pre(end !== '1');
        const changed = String((Number(number[place]) + shift) % 10);
        expect(parseNit(`${number.slice(0, place)}${changed}${number.slice(place + 1)}-${end}`)).toBeUndefined();
      }),
    );
  });
});

describe('a citizenship card', () => {
  it.each([
    ['79.123.456', '79123456'],
    ['1020304050', '1020304050'],
    ['12345', '12345'],
  ])('%s is read as %s', (text, digits) => {
    expect(parseCc(text)).toBe(digits);
  });

  it.each(['', '1234', '01234567', '12345678901', '7912345x'])('is not %j', (text) => {
    expect(parseCc(text)).toBeUndefined();
  });
});
