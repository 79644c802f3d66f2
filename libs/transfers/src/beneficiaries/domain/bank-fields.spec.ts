import { Problems } from '@app/kernel';
import { maskBank, parseBank, type BankInput } from './bank-fields';
import type { BankCountry } from './destination';

const NAME = { name: 'Banco' };

function parse(country: BankCountry, bank: BankInput): { bank?: object; errors?: object } {
  const problems = new Problems();
  const parsed = parseBank(problems, country, bank);
  try {
    problems.throwIfAny();
  } catch (error) {
    return { errors: (error as { details: { errors: object } }).details.errors };
  }
  return { bank: parsed! };
}

describe('bank fields', () => {
  it.each<[BankCountry, string, BankInput, object]>([
    ['AR', 'a CBU', { cbu: '28505909 40090418135201' }, { cbu: '2850590940090418135201' }],
    ['AR', 'a CVU', { cbu: '0000003100062244154712' }, { cbu: '0000003100062244154712' }],
    ['AR', 'an alias', { cbu: 'Cafe.Rio.Pagos' }, { cbu: 'cafe.rio.pagos' }],
    ['BR', 'a CPF as PIX key', { pix_key: '111.444.777-35' }, { pix_key: '11144477735', pix_key_type: 'cpf' }],
    [
      'BR',
      'an alphanumeric CNPJ',
      { pix_key: '12.ABC.345/01DE-35' },
      { pix_key: '12ABC34501DE35', pix_key_type: 'cnpj' },
    ],
    ['BR', 'an e-mail address', { pix_key: 'Ana@Example.com' }, { pix_key: 'ana@example.com', pix_key_type: 'email' }],
    ['BR', 'a phone number', { pix_key: '+55 (61) 91234-5678' }, { pix_key: '+5561912345678', pix_key_type: 'phone' }],
    ['BR', 'a CPF with its dots', { pix_key: '119.800.000-77' }, { pix_key: '11980000077', pix_key_type: 'cpf' }],
    [
      ...(['BR', 'an EVP', { pix_key: '123E4567-E89B-12D3-A456-426655440000' }] as const),
      { pix_key: '123e4567-e89b-12d3-a456-426655440000', pix_key_type: 'evp' },
    ],
    ['BR', 'an account', { code: '341', account_number: '12345-6' }, { code: '341', account_number: '123456' }],
    [
      ...(['CL', 'an account', { code: '012', account_number: '00-123-45678' }] as const),
      { code: '012', account_number: '0012345678' },
    ],
    [
      ...(['CO', 'an account', { code: '1007', account_number: '123 456789', account_type: 'savings' }] as const),
      { code: '1007', account_type: 'savings', account_number: '123456789' },
    ],
    ['MX', 'a CLABE', { clabe: '032 180 00011835971 9' }, { clabe: '032180000118359719' }],
    ['BO', 'an account', { code: 'bnb', account_number: '1000123456' }, { code: 'BNB', account_number: '1000123456' }],
    [
      ...([
        'US',
        'an account',
        { routing_number: '0114-0153 3', account_number: '000123456789', account_type: 'checking' },
      ] as const),
      { account_type: 'checking', account_number: '000123456789', routing_number: '011401533' },
    ],
  ])('of %s: %s is normalised', (country, _what, bank, wanted) => {
    expect(parse(country, { ...NAME, ...bank })).toEqual({ bank: { ...NAME, ...wanted } });
  });

  const CO = { code: '1007', account_number: '123456789', account_type: 'savings' };
  const US = { routing_number: '011401533', account_number: '123456789', account_type: 'checking' };

  it.each<[BankCountry, string, BankInput, string[]]>([
    ['AR', 'a CBU with a wrong check digit', { cbu: '2850590940090418135202' }, ['bank.cbu']],
    ['AR', 'no CBU', {}, ['bank.cbu']],
    ['AR', 'a null CBU', { cbu: null }, ['bank.cbu']],
    ['AR', 'an empty CBU', { cbu: '' }, ['bank.cbu']],
    ['BR', 'a CPF with a wrong check digit', { pix_key: '11144477736' }, ['bank.pix_key']],
    ['BR', 'a phone number without +55', { pix_key: '61912345678' }, ['bank.pix_key']],
    ['BR', 'eleven digits that are a CPF and a mobile number', { pix_key: '11980000077' }, ['bank.pix_key']],
    ['BR', 'nothing', {}, ['bank.pix_key']],
    ['BR', 'a code alone', { code: '341' }, ['bank.account_number']],
    ['BR', 'an account number alone', { account_number: '123456' }, ['bank.code']],
    ['CL', 'nothing', {}, ['bank.code', 'bank.account_number']],
    ['CL', 'an account number of three digits', { code: '012', account_number: '123' }, ['bank.account_number']],
    ['CL', 'an account number of letters', { code: '012', account_number: 'ABCDEF' }, ['bank.account_number']],
    ['CO', 'no account type', { ...CO, account_type: undefined as never }, ['bank.account_type']],
    ['CO', 'another account type', { ...CO, account_type: 'Savings' }, ['bank.account_type']],
    ['CO', 'a code that is upper case only by accident', { ...CO, code: 'ﬁ' }, ['bank.code']],
    ['MX', 'a CLABE with a wrong check digit', { clabe: '032180000118359710' }, ['bank.clabe']],
    ['MX', 'no CLABE', { account_number: '123456' }, ['bank.clabe']],
    ['BO', 'no code', { account_number: '123456' }, ['bank.code']],
    [
      'US',
      'a routing number with a wrong check digit',
      { ...US, routing_number: '011401534' },
      ['bank.routing_number'],
    ],
    ['US', 'an account number of letters', { ...US, account_number: '12345X' }, ['bank.account_number']],
    ['US', 'an account number of 18 digits', { ...US, account_number: '1'.repeat(18) }, ['bank.account_number']],
  ])('of %s: %s is rejected, naming the field', (country, _what, bank, fields) => {
    expect(Object.keys(parse(country, { ...NAME, ...bank }).errors ?? {})).toEqual(fields);
  });

  it.each([undefined, null, '', '  ', 'x'.repeat(141)])('need a name, which %j is not', (name) => {
    const bank = { cbu: '2850590940090418135201', ...(name !== undefined && { name }) };

    expect(parse('AR', bank)).toEqual({ errors: { 'bank.name': [expect.any(String)] } });
  });

  it('that the country does not have are ignored, whatever they hold', () => {
    const bank = { ...NAME, cbu: 'cafe.rio.pagos', clabe: 'x', pix_key: '?', other: 'x' };

    expect(parse('AR', bank)).toEqual({ bank: { ...NAME, cbu: 'cafe.rio.pagos' } });
  });

  it('keep code and account type wherever they are sent', () => {
    const bank = { ...NAME, cbu: 'cafe.rio.pagos', code: '285', account_type: 'checking' };

    expect(parse('AR', bank)).toEqual({ bank });
  });

  it('are rejected without parsing when they are extremely long', () => {
    const bank = { ...NAME, code: '1'.repeat(100_000), account_number: '1'.repeat(100_000) };

    expect(Object.keys(parse('CL', bank).errors ?? {})).toEqual(['bank.code', 'bank.account_number']);
  });
});

describe('masked bank fields', () => {
  it.each([
    ['cbu', '2850590940090418135201', '******************5201'],
    ['clabe', '032180000118359719', '**************9719'],
    ['pix_key', 'ana@example.com', '***********.com'],
    ['account_number', '12345', '*2345'],
    ['account_number', '1234', '****'],
    ['name', 'Banco Galicia', 'Banco Galicia'],
    ['code', '1007', '1007'],
    ['account_type', 'savings', 'savings'],
    ['routing_number', '011401533', '011401533'],
  ])('show %s %s as %s', (field, whole, shown) => {
    expect(maskBank({ [field]: whole })).toEqual({ [field]: shown });
  });
});
