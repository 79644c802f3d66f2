import fc from 'fast-check';
import {
  codeCharacters,
  documentCharacters,
  parseAccountNumber,
  parseArgentineAccount,
  parseBankCode,
  parseClabe,
  parseCpf,
  parseCuit,
  parseDni,
  parsePixKey,
  parseRoutingNumber,
  parseRut,
  parseUsAccountNumber,
  plainCode,
} from './index';

const INVISIBLE = [
  '\u200B',
  '\u200C',
  '\u200D',
  '\u200E',
  '\u200F',
  '\u2060',
  '\u00AD',
  '\uFEFF',
  '\uFE0F',
  '\u034F',
  '\u{E0061}',
  '\u202A',
  '\u202B',
  '\u202C',
  '\u202D',
  '\u202E',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
  '\u061C',
  '\u180E',
];
const DASHES = [
  '-',
  '\u2010',
  '\u2011',
  '\u2012',
  '\u2013',
  '\u2014',
  '\u2015',
  '\u2212',
  '\uFE58',
  '\uFE63',
  '\uFF0D',
];
const BLANKS = [
  ' ',
  '\t',
  '\n',
  '\r\n',
  '\v',
  '\f',
  '\u0085',
  '\u00A0',
  '\u1680',
  '\u2002',
  '\u2007',
  '\u2009',
  '\u2028',
  '\u202F',
  '\u205F',
  '\u3000',
  '\u2800',
];

const hex = (text: string) => [...text].map((each) => `U+${each.codePointAt(0)!.toString(16).toUpperCase()}`).join(' ');
const wide = (text: string) => text.replaceAll(/[!-~]/g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0));

type Parse = (text: string) => string | undefined;

/** A number, and where people write something between its characters. */
const NUMBERS: readonly [name: string, parse: Parse, text: string, between: number][] = [
  ['a CBU', (text) => parseArgentineAccount(text)?.value, '2850590940090418135201', 8],
  ['a CLABE', parseClabe, '032180000118359719', 3],
  ['a CPF', parseCpf, '11144477735', 9],
  ['a PIX key that is a phone number', (text) => parsePixKey(text)?.value, '+5561912345678', 3],
  ['a CUIT', parseCuit, '20055361682', 2],
  ['a DNI', parseDni, '12345678', 2],
  ['a RUT', (text) => parseRut(text)?.replace('-', ''), '123456785', 8],
  ['a routing number', parseRoutingNumber, '021000021', 4],
  ['an account number', parseAccountNumber, 'AB12345678', 4],
  ['an account number of the United States', parseUsAccountNumber, '12345678', 4],
  ['the code of a bank', parseBankCode, '0341', 2],
];

describe.each(NUMBERS)('%s', (_name, parse, text, between) => {
  const withBetween = (mark: string) => text.slice(0, between) + mark + text.slice(between);

  it.each(INVISIBLE.map((mark) => [hex(mark), mark]))('is read with the invisible %s around and inside', (_, mark) => {
    expect(parse(mark + withBetween(mark) + mark)).toBe(text);
  });

  it.each([...DASHES, ...BLANKS].map((mark) => [hex(mark), mark]))('is read with %s between its parts', (_, mark) => {
    expect(parse(withBetween(mark))).toBe(text);
  });

  it('is read in full-width characters', () => {
    expect(parse(wide(text))).toBe(text);
  });

  it('is not read from digits of other scripts', () => {
    expect(parse(text.replaceAll('2', '٢').replaceAll('1', '١'))).toBeUndefined();
  });
});

describe('an alias', () => {
  it('keeps its dots and hyphens, whatever dash was pasted (rule 16.5)', () => {
    expect(parseArgentineAccount('\u200BMi.Casa\u2013Verde\u00A0')).toEqual({ type: 'alias', value: 'mi.casa-verde' });
  });
});

describe('a code', () => {
  it('is the digits that a mail shows in two groups', () => {
    expect(
      ['322 819', '322\u00A0819', '322\u2011819', '\u202A322819\u202C', '３２２８１９'].map(codeCharacters),
    ).toEqual(Array(5).fill('322819'));
  });

  it.each([
    ['plainCode', plainCode],
    ['codeCharacters', codeCharacters],
    ['documentCharacters', documentCharacters],
  ])('is the same when %s runs on it again', (_name, normalise) => {
    const strange = fc.constantFrom(...INVISIBLE, ...DASHES, ...BLANKS, 'e\u0301', 'é', '１', 'a', '1', '.', '/');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(strange).map((parts) => parts.join('')),
          fc.string(),
        ),
        (text) => {
          expect(normalise(normalise(text))).toBe(normalise(text));
        },
      ),
    );
  });
});
