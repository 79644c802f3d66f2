import { bankOfNumber, banksOf } from '.';
import { LISTS } from './lists';

const COUNTRIES = Object.keys(LISTS);

describe('the list of banks', () => {
  it.each(COUNTRIES)('of %s has each name and each code once', (country) => {
    const banks = banksOf(country);
    const codes = banks.flatMap(({ code }) => code ?? []);
    expect(banks.length).toBeGreaterThan(10);
    expect(new Set(banks.map(({ name }) => name)).size).toBe(banks.length);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it.each([
    ['AR', /^\d{3}$/],
    ['BR', /^\d{3}$/],
    ['CL', /^\d{3}$/],
    ['CO', /^1\d{3}$/],
    ['MX', /^\d{3}$/],
  ])('of %s has codes of the form that the country uses', (country, form) => {
    expect(banksOf(country).filter(({ code = '' }) => !form.test(code))).toEqual([]);
  });

  it('is empty for a country without one, whatever its name', () => {
    expect([banksOf('US'), banksOf('constructor')]).toEqual([[], []]);
  });
});

describe('the bank that a number names', () => {
  it.each([
    ['AR', '0070999830004123456789', 'Banco Galicia'],
    ['AR', '007-0999-8 30004123456789', 'Banco Galicia'],
    ['MX', '072180001234567897', 'Banorte'],
    ['AR', '0000003100000000000001', undefined],
    ['AR', 'mi.alias', undefined],
    ['CL', '0070999830004123456789', undefined],
  ])('of %s: %s is %s', (country, number, name) => {
    expect(bankOfNumber(country, number)?.name).toBe(name);
  });
});
