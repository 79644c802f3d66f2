import { ValidationError } from '@app/kernel';
import fc from 'fast-check';
import { BANK_FIELDS, maskBank, type BankInput } from './bank-fields';
import { BANK_COUNTRIES } from './destination';
import { parseDestination } from './parse-destination';

const GOOD = [
  '2850590940090418135201',
  '0000003100062244154712',
  'cafe.rio.pagos',
  '032180000118359719',
  '021000021',
  '111.444.777-35',
  'ana@example.com',
  '+5561912345678',
  '1007',
  '12345-6',
  '123456789',
  'checking',
  'savings',
  '20-05536168-2',
  '12.345.678-5',
  '890.903.938-8',
  '79.123.456',
  '12345678',
  'Banco',
];
const TYPES = ['cuit', 'cuil', 'dni', 'cpf', 'cnpj', 'rut', 'nit', 'cc', 'rfc', 'CUIT', '__proto__', 'constructor'];
const text = fc.oneof(
  fc.constantFrom(...GOOD),
  fc.string({ maxLength: 40 }),
  fc.constant(null),
  fc.constant('1'.repeat(9_999)),
);
const anyText = fc.oneof(fc.constantFrom(...GOOD), fc.string({ maxLength: 40 }));
const bank: fc.Arbitrary<BankInput> = fc.dictionary(fc.constantFrom(...BANK_FIELDS, '__proto__', 'other'), text);
/** What the bank needs with values that are often right. */
const goodBank = fc.record({
  name: fc.constant('Banco'),
  code: fc.constant('1007'),
  account_number: fc.constantFrom('12345-6', '123456789'),
  account_type: fc.constant('savings'),
  cbu: fc.constantFrom('cafe.rio.pagos', '2850590940090418135201'),
  clabe: fc.constant('032180000118359719'),
  pix_key: fc.constantFrom('ana@example.com', '111.444.777-35'),
  routing_number: fc.constant('021000021'),
});
const input = fc.record({
  bankCountry: fc.constantFrom(...BANK_COUNTRIES),
  country: fc.constantFrom(...BANK_COUNTRIES, 'UY', '__proto__', 'constructor'),
  bank: fc.oneof(bank, goodBank),
  document: fc.record({ type: fc.oneof(fc.constantFrom(...TYPES), anyText), number: anyText }),
});

it('any destination is rejected by the names of its fields, or its normalised values are accepted unchanged', () => {
  let accepted = 0;
  fc.assert(
    fc.property(input, (given) => {
      try {
        const parsed = parseDestination(given);
        const { bank, document } = parsed;
        accepted += 1;

        expect(parseDestination({ ...given, bank, document })).toEqual(parsed);
      } catch (error) {
        if (!(error instanceof ValidationError)) throw error;
        const fields = Object.keys(error.details.errors ?? {});

        expect(fields.length).toBeGreaterThan(0);
        expect(fields.filter((field) => !/^(bank|document)\.[a-z_]+$/.test(field))).toEqual([]);
      }
    }),
    { numRuns: 2_000 },
  );
  expect(accepted).toBeGreaterThan(50);
});

it('masked bank fields never show a full account number', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('cbu', 'clabe', 'pix_key', 'account_number'),
      fc.string({ minLength: 1 }),
      (field, whole) => {
        const shown = maskBank({ [field]: whole })[field]!;

        expect(shown).toHaveLength(whole.length);
        expect(shown.startsWith('*')).toBe(true);
        expect(shown.replace(/^\*+/, '').length).toBeLessThanOrEqual(4);
      },
    ),
  );
});
