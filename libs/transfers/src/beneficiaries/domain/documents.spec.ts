import { Problems } from '@app/kernel';
import type { BankCountry } from './destination';
import { parseDocument } from './documents';

function parse(bankCountry: BankCountry, type: string, number: string, country: string = bankCountry) {
  const problems = new Problems();
  const document = parseDocument(problems, { bankCountry, country }, { type, number });
  try {
    problems.throwIfAny();
  } catch (error) {
    return Object.keys((error as { details: { errors: object } }).details.errors);
  }
  return document;
}

describe('identity documents', () => {
  it.each<[BankCountry, string, string, string]>([
    ['AR', 'cuit', '20-05536168-2', '20055361682'],
    ['AR', 'CUIL', '20055361682', '20055361682'],
    ['AR', 'dni', '12.345.678', '12345678'],
    ['AR', 'dni', '1234567', '1234567'],
    ['AR', 'passport', ' AAB 123 ', 'AAB 123'],
    ['BR', 'cpf', '111.444.777-35', '11144477735'],
    ['BR', 'cnpj', '11.444.777/0001-61', '11444777000161'],
    ['CL', 'rut', '12.345.678-5', '12345678-5'],
    ['CO', 'nit', '890.903.938-8', '890903938-8'],
    ['CO', 'cc', '79.123.456', '79123456'],
    ['MX', 'rfc', 'XAXX010101000', 'XAXX010101000'],
    ['US', 'ein', '12-3456789', '12-3456789'],
  ])('of a bank in %s: %s %s is normalised', (country, type, number, wanted) => {
    expect(parse(country, type, number)).toEqual({ type: type.toLowerCase(), number: wanted });
  });

  it.each<[BankCountry, string, string, string]>([
    ['AR', 'cuit', '20055361683', 'document.number'],
    ['AR', 'cuil', 'x', 'document.number'],
    ['AR', 'dni', '123456', 'document.number'],
    ['AR', 'dni', '123456789', 'document.number'],
    ['AR', 'passport', ' ', 'document.number'],
    ['BR', 'cpf', '11144477736', 'document.number'],
    ['BR', 'cnpj', '11444777000162', 'document.number'],
    ['CL', 'rut', '12345678-6', 'document.number'],
    ['CL', 'passport', 'A1234567', 'document.type'],
    ['CO', 'nit', '890903938-7', 'document.number'],
    ['CO', 'cc', '01234567', 'document.number'],
    ['CO', 'ce', '123456', 'document.type'],
    ['MX', 'rfc', 'X'.repeat(41), 'document.number'],
    ['MX', '', 'XAXX010101000', 'document.type'],
    ['MX', 'x'.repeat(21), 'XAXX010101000', 'document.type'],
    ['MX', 'constructor', '', 'document.number'],
  ])('of a bank in %s: %s %s is rejected, naming its field %s', (country, type, number, field) => {
    expect(parse(country, type, number)).toEqual([field]);
  });

  it.each<[BankCountry, string, string, string]>([
    ['CO', 'nit', '900123455', 'be a valid nit with its check digit, such as 890903938-8'],
    ['CL', 'rut', '12345607', 'be a valid rut with its check digit, such as 12345678-5'],
    ['AR', 'cuit', '20055361683', 'be a valid cuit'],
  ])('of a bank in %s: %s %s is asked for in a form that shows its check digit', (country, type, number, wanted) => {
    const problems = new Problems();
    parseDocument(problems, { bankCountry: country, country }, { type, number });
    expect(() => problems.throwIfAny()).toThrow(
      expect.objectContaining({ details: { errors: { 'document.number': [`The number must ${wanted}.`] } } }),
    );
  });

  it('are checked by the rules of the holder’s own country when the bank is elsewhere', () => {
    expect(parse('US', 'cuit', '20-05536168-2', 'AR')).toEqual({ type: 'cuit', number: '20055361682' });
    expect(parse('US', 'cuit', '20055361683', 'AR')).toEqual(['document.number']);
    expect(parse('US', 'cuit', '20055361683', 'UY')).toEqual({ type: 'cuit', number: '20055361683' });
    expect(parse('US', 'toString', 'x', 'constructor')).toEqual({ type: 'tostring', number: 'x' });
  });
});
