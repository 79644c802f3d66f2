import fc from 'fast-check';
import { parseCbu } from './argentina';
import { parseClabe, parseCuit, parseRoutingNumber, parseRut } from './index';

type Parse = (text: string) => string | undefined;

interface Scheme {
  name: string;
  parse: Parse;
  /** Everything but the check digit. */
  body: fc.Arbitrary<string>;
  checkDigits: string;
  /** Weights that are all odd and modulo ten: neighbours that differ by five can change places unnoticed. */
  missesFives?: true;
}

const digits = (length: number, first = '0123456789') =>
  fc
    .tuple(fc.constantFrom(...first), fc.stringMatching(new RegExp(`^\\d{${length - 1}}$`)))
    .map((parts) => parts.join(''));

const CBU_FIRST_BLOCK = '28505909';
const SCHEMES: Scheme[] = [
  {
    name: 'CBU',
    parse: parseCbu,
    body: digits(13).map((account) => CBU_FIRST_BLOCK + account),
    checkDigits: '0123456789',
    missesFives: true,
  },
  { name: 'CLABE', parse: parseClabe, body: digits(17, '123456789'), checkDigits: '0123456789', missesFives: true },
  {
    name: 'routing number',
    parse: parseRoutingNumber,
    body: digits(8, '123456789'),
    checkDigits: '0123456789',
    missesFives: true,
  },
  {
    name: 'CUIT',
    parse: parseCuit,
    body: fc.tuple(fc.constantFrom('20', '23', '27', '30', '33'), digits(8)).map((parts) => parts.join('')),
    checkDigits: '0123456789',
  },
  {
    name: 'RUT',
    parse: (text) => parseRut(text)?.replace('-', ''),
    body: digits(8, '123456789'),
    checkDigits: '0123456789K',
  },
];

const acceptedOf = ({ parse, checkDigits }: Scheme, body: string): string[] =>
  [...checkDigits].map((digit) => body + digit).filter((text) => parse(text) === text);

describe.each(SCHEMES)('a random $name', (scheme) => {
  const { name, parse, body, missesFives } = scheme;
  const valid = body.map((text) => acceptedOf(scheme, text)[0]).filter((text): text is string => text !== undefined);

  it('has at most one right check digit', () => {
    fc.assert(fc.property(body, (text) => expect(acceptedOf(scheme, text).length).toBeLessThanOrEqual(1)));
  });

  if (name !== 'CUIT') {
    it('has a right check digit', () => {
      fc.assert(fc.property(body, (text) => expect(acceptedOf(scheme, text)).toHaveLength(1)));
    });
  }

  it('is rejected with any one digit changed', () => {
    fc.assert(
      fc.property(valid, fc.nat(30), fc.integer({ min: 1, max: 9 }), (text, at, shift) => {
        const place = at % (text.length - 1);
        const changed = String((Number(text[place]) + shift) % 10);
        expect(parse(text.slice(0, place) + changed + text.slice(place + 1))).toBeUndefined();
      }),
    );
  });

  it('is rejected with two neighbours exchanged', () => {
    fc.assert(
      fc.property(valid, fc.nat(30), (text, at) => {
        const place = at % (text.length - 2);
        const [a, b] = [text.charAt(place), text.charAt(place + 1)];
        const difference = Math.abs(Number(a) - Number(b));
        fc.pre(difference !== 0 && !(missesFives && difference === 5));
        expect(parse(text.slice(0, place) + b + a + text.slice(place + 2))).toBeUndefined();
      }),
    );
  });
});
