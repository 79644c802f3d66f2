import { parseCbu } from './argentina';
import { parseClabe, parseCnpj, parseCpf, parseCuit, parseRoutingNumber, parseRut } from './index';

type Parse = (text: string) => string | undefined;

/** Published examples and numbers of institutions, as they are written and as they are read. */
const RIGHT: [name: string, parse: Parse, numbers: Record<string, string>][] = [
  [
    'CBU',
    parseCbu,
    {
      '28505909 40090418135201': '2850590940090418135201',
      '0110012920000091344977': '0110012920000091344977',
      '0140019901401901247953': '0140019901401901247953',
      // Both check digits are 0.
      '2851008040090418131070': '2851008040090418131070',
    },
  ],
  [
    'CVU',
    parseCbu,
    {
      '0000003100062244154712': '0000003100062244154712',
      '0000013000000325120058': '0000013000000325120058',
      '0000007900274192912058': '0000007900274192912058',
    },
  ],
  ['CLABE', parseClabe, { '032180000118359719': '032180000118359719', '002 010 07777777777 1': '002010077777777771' }],
  ['CPF', parseCpf, { '111.444.777-35': '11144477735', '29537995593': '29537995593' }],
  [
    'CNPJ',
    parseCnpj,
    {
      '11.444.777/0001-61': '11444777000161',
      '00.000.000/0001-91': '00000000000191',
      '12.ABC.345/01DE-35': '12ABC34501DE35',
      '12abc34501de35': '12ABC34501DE35',
    },
  ],
  [
    'RUT',
    parseRut,
    { '12.345.678-5': '12345678-5', '11111111-1': '11111111-1', '05.126.663-3': '5126663-3', '1000005k': '1000005-K' },
  ],
  ['CUIT', parseCuit, { '20-05536168-2': '20055361682', '33693450239': '33693450239' }],
  [
    'routing number',
    parseRoutingNumber,
    { '021000021': '021000021', '0114-0153 3': '011401533', '091000019': '091000019' },
  ],
];

describe.each(RIGHT)('a %s', (_name, parse, numbers) => {
  const written = Object.entries(numbers);

  it.each(written)('%s is read as %s', (text, number) => {
    expect(parse(text)).toBe(number);
  });

  it.each(written)('%s is rejected with any one of its digits changed', (text) => {
    const accepted = changesOf(text).filter((changed) => parse(changed) !== undefined);
    expect(accepted).toEqual([]);
  });

  it.each(written)('%s is rejected with a digit more or less', (text, number) => {
    const canonical = number.replace('-', '');
    expect([text.slice(0, -1), `${text}0`, `9${canonical}`].map(parse)).toEqual([undefined, undefined, undefined]);
  });

  it.each(['', ' ', '-', 'x', '١'.repeat(22), '0'.repeat(200_000)])('is not %j', (text) => {
    expect(parse(text.slice(0, 40)) ?? parse(text)).toBeUndefined();
  });

  it('is not all zeros', () => {
    expect([8, 9, 10, 11, 14, 18, 22].map((length) => parse('0'.repeat(length))).filter(Boolean)).toEqual([]);
  });
});

/** The text with each of its digits replaced by each other digit. */
function changesOf(text: string): string[] {
  return Array.from(text).flatMap((character, place) =>
    Array.from('0123456789')
      .filter((digit) => /\d/.test(character) && digit !== character)
      .map((digit) => text.slice(0, place) + digit + text.slice(place + 1)),
  );
}

describe('a RUT', () => {
  it.each(['12345607', '12345615', '12.345.607', '1234566', '12345678-05'])(
    'is not read from %s, a number without its check digit that would end in a right one by chance',
    (text) => {
      expect(parseRut(text)).toBeUndefined();
    },
  );

  it.each([
    ['1234560-7', '1234560-7'],
    ['1.234.560-7', '1234560-7'],
    ['012345607', '1234560-7'],
    ['123456785', '12345678-5'],
    ['1000005K', '1000005-K'],
  ])('is read from %s, where the check digit can be recognised', (text, number) => {
    expect(parseRut(text)).toBe(number);
  });
});
