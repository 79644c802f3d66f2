import { ValidationError } from '@app/kernel';
import { aNewBeneficiary } from '../../testing/factories';
import {
  changedBeneficiary,
  differences,
  newBeneficiary,
  type BeneficiaryChanges,
  type NewBeneficiary,
} from './beneficiary';

const NOW = new Date('2030-01-01T12:00:00.000Z');
const IDENTITY = { id: 'b', accountId: 'a', createdAt: NOW };
const make = (changes: Partial<NewBeneficiary> = {}) => newBeneficiary(IDENTITY, aNewBeneficiary(changes));

function rejected(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof ValidationError) return Object.keys(error.details.errors ?? {});
    throw error;
  }
  throw new Error('it was accepted');
}

describe('a new beneficiary', () => {
  it('is active, has the currency of its bank, and shows its account masked', () => {
    const { value, bank } = make();

    expect(value).toEqual({
      ...IDENTITY,
      name: 'Ana Gómez',
      email: 'ana@example.com',
      document: { type: 'cuit', number: '20055361682' },
      country: 'AR',
      bankCountry: 'AR',
      currency: 'ARS',
      bank: { name: 'Banco Galicia', cbu: '******************5201' },
      active: true,
      updatedAt: NOW,
    });
    expect(bank).toEqual({ name: 'Banco Galicia', cbu: '2850590940090418135201' });
  });

  it('can live in another country than its bank', () => {
    expect(make({ country: 'UY' }).value).toMatchObject({ country: 'UY', bankCountry: 'AR', currency: 'ARS' });
  });

  it.each<[string, Partial<NewBeneficiary>]>([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(141) }],
    ['email', { email: '' }],
    ['email', { email: 'ana' }],
    ['email', { email: 'ana@localhost' }],
    ['email', { email: 'ana@example.com\r\nBcc: x@example.com' }],
    ['email', { email: 'Ana <ana@example.com>' }],
    ['email', { email: `${'a'.repeat(65)}@example.com` }],
    ['country', { country: 'ar' }],
    ['country', { country: 'ARG' }],
    ['bank_country', { bankCountry: 'PE' }],
    ['bank.name', { bank: { cbu: 'cafe.rio.pagos' } }],
    ['document.number', { document: { type: 'cuit', number: '1' } }],
  ])('is rejected, naming %s: %j', (field, changes) => {
    expect(rejected(() => make(changes))).toEqual([field]);
  });

  it('is rejected with errors for all fields at once', () => {
    expect(rejected(() => make({ name: '', email: '', country: '', bank: {} }))).toEqual([
      'name',
      'email',
      'country',
      'bank.name',
      'bank.cbu',
    ]);
  });
});

describe('a changed beneficiary', () => {
  const { value: before } = make();
  const change = (changes: BeneficiaryChanges) => changedBeneficiary(before, changes);
  const MEXICAN = { name: 'BBVA', clabe: '032180000118359719' };

  it.each<[string, BeneficiaryChanges]>([
    ['name', { name: 'Ana María' }],
    ['email', { email: 'other@example.com' }],
    ['country', { country: 'UY' }],
    ['active', { active: false }],
    ['document', { document: { type: 'dni', number: '12345678' } }],
    ['nothing', {}],
  ])('differs only in %s', (_field, changes) => {
    expect(change(changes)).toEqual({ value: { ...before, ...changes } });
  });

  it('accepts a complete new bank', () => {
    expect(change({ bank: { name: 'Macro', cbu: 'ana.gomez.pagos' } })).toEqual({
      value: { ...before, bank: { name: 'Macro', cbu: '***********agos' } },
      bank: { name: 'Macro', cbu: 'ana.gomez.pagos' },
    });
  });

  it('does not accept a partial bank', () => {
    expect(rejected(() => change({ bank: { name: 'Macro' } }))).toEqual(['bank.cbu']);
  });

  it('moves to a bank of another country with its currency', () => {
    const { value } = change({ bankCountry: 'MX', bank: MEXICAN });

    expect(value).toMatchObject({ bankCountry: 'MX', currency: 'MXN', country: 'AR' });
  });

  it('does not move to another country without a bank there', () => {
    expect(rejected(() => change({ bankCountry: 'MX' }))).toEqual(['bank']);
  });

  it('does not move to a country whose banks reject its document', () => {
    const bank = { name: 'Banco', code: '012', account_number: '12345678' };

    expect(rejected(() => change({ bankCountry: 'CL', bank }))).toEqual(['document.type']);
    expect(change({ bankCountry: 'CL', bank, document: { type: 'rut', number: '123456785' } }).value).toMatchObject({
      document: { type: 'rut', number: '12345678-5' },
    });
  });

  it.each<[string, BeneficiaryChanges]>([
    ['name', { name: '' }],
    ['email', { email: 'x' }],
    ['country', { country: 'x' }],
    ['bank_country', { bankCountry: 'PE', bank: MEXICAN }],
    ['document.number', { document: { type: 'cuit', number: '1' } }],
  ])('is rejected, naming %s', (field, changes) => {
    expect(rejected(() => change(changes))).toEqual([field]);
  });
});

describe('the differences for the audit log', () => {
  const { value: before } = make();

  it('are old and new values, without a full account number', () => {
    const after = { ...before, name: 'Ana María', document: { type: 'dni', number: '12345678' } };

    expect(differences(before, after, false)).toEqual({
      name: { from: 'Ana Gómez', to: 'Ana María' },
      document: { from: { type: 'cuit', number: '*******1682' }, to: { type: 'dni', number: '****5678' } },
    });
  });

  it('have a new bank even when it is masked like the old one', () => {
    expect(differences(before, before, true)).toEqual({ bank: { from: before.bank, to: before.bank } });
    expect(differences(before, before, false)).toEqual({});
  });
});
