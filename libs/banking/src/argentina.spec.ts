import { parseArgentineAccount, parseCbuAlias, parseCuit } from './argentina';

describe('an Argentine account', () => {
  it.each([
    ['2850590940090418135201', { type: 'cbu', value: '2850590940090418135201' }],
    ['0000003100062244154712', { type: 'cvu', value: '0000003100062244154712' }],
    ['CUARTO.CENTRO.NAIPE', { type: 'alias', value: 'cuarto.centro.naipe' }],
    ['2850590940090418135202', undefined],
  ])('%s is read as %j', (text, account) => {
    expect(parseArgentineAccount(text)).toEqual(account);
  });

  it.each(['abcdef', 'a-b.c1', 'x'.repeat(20), '12345a', ' mi.alias '])('can have the alias %j', (text) => {
    expect(parseCbuAlias(text)).toBe(text.trim());
  });

  it.each([
    ['five characters', 'abcde'],
    ['21 characters', 'x'.repeat(21)],
    ['digits only, like an account number with missing digits', '28505909400904181352'],
    ['an accent', 'mañana.sol'],
    ['a sign whose lower case is a letter', '\u212Aasa.sol'],
    ['a space', 'casa sol'],
    ['an underscore', 'casa_sol'],
    ['a line feed', 'casa\nsol'],
    ['a CBU that a spreadsheet shortened', '2.85059E21'],
    ['a CBU that a program shortened', '2.850590940090418e21'],
    ['a number with an exponent', '1e1000'],
  ])('cannot have an alias of %s', (_what, text) => {
    expect(parseCbuAlias(text)).toBeUndefined();
  });
});

it.each(['21055361682', '29055361682', '99055361682'])('%s does not start like a CUIT', (text) => {
  expect(parseCuit(text)).toBeUndefined();
});
