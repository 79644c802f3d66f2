import { parsePayerDocument, payerDocumentTypes } from './payer-documents';

describe('the documents of payers (rule 4.9)', () => {
  it.each([
    ['AR', ['dni', 'cuit', 'cuil']],
    ['BO', ['ci', 'nit']],
    ['BR', ['cpf', 'cnpj']],
    ['CL', ['rut']],
    ['CO', ['cc', 'ce', 'nit', 'ppt', 'passport']],
    ['MX', ['curp', 'rfc']],
    ['US', []],
    ['toString', []],
  ])('of %s are %j', (country, types) => {
    expect(payerDocumentTypes(country)).toEqual(types);
  });

  it.each([
    ['MX', 'curp', 'hegg560427mvzrrl04', 'HEGG560427MVZRRL04'],
    ['MX', 'rfc', 'GODE 561231 GR8', 'GODE561231GR8'],
    ['AR', 'cuil', '20-05536168-2', '20055361682'],
    ['BR', 'cpf', '111.444.777-35', '11144477735'],
    ['CO', 'passport', 'ab 123456', 'AB123456'],
    ['BO', 'ci', '1234567-1A', '12345671A'],
  ])('%s %s %s is %s', (country, type, typed, plain) => {
    expect(parsePayerDocument(country, type, typed)).toBe(plain);
  });

  it.each([
    ['MX', 'curp', 'HEGG560427MVZRRL05'],
    ['MX', 'curp', 'HEGG560427'],
    ['MX', 'rfc', 'GODE561231GR9'],
    ['BR', 'cpf', '111.444.777-36'],
    ['CO', 'passport', 'A1'],
    ['BR', 'passport', 'AB123456'],
    ['BR', 'constructor', '1'],
  ])('%s %s %s is none', (country, type, typed) => {
    expect(parsePayerDocument(country, type, typed)).toBeUndefined();
  });
});
