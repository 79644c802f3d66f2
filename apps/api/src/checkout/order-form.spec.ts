import type { Payer } from '@app/payment-links';
import { bankOf, payerOf, problemsOf, readOrderForm, type OrderForm } from './order-form';
import { LANGUAGES } from './texts/languages';

const { errors } = LANGUAGES.en;
const form = (fields: Partial<OrderForm>): OrderForm => ({
  method: 'brl_pix',
  bank: '',
  name: '',
  email: '',
  document_type: '',
  document: '',
  phone: '',
  ...fields,
});
const BANKS = [{ code: '1007', name: 'Bancolombia' }];
const DEMANDS = { requires: [], banks: [], country: 'BR', earlier: null };
const problems = (fields: Partial<OrderForm>, banks: typeof BANKS = []) =>
  problemsOf(form(fields), { ...DEMANDS, banks }, LANGUAGES.en);
/** Of a provider that requires everything. */
const demanded = (fields: Partial<OrderForm>, earlier: Payer | null = null) =>
  problemsOf(form(fields), { ...DEMANDS, requires: ['name', 'email', 'document', 'phone'], earlier }, LANGUAGES.en);

describe('readOrderForm', () => {
  it('trims the values', () => {
    expect(readOrderForm({ method: 'brl_pix', name: '  Ana ' })).toEqual(form({ name: 'Ana' }));
  });

  it.each([undefined, null, 'text', {}, { method: ['a', 'b'], name: { x: '1' }, email: 7 }])(
    'reads empty fields from %j',
    (body) => {
      expect(readOrderForm(body)).toEqual(form({ method: '' }));
    },
  );

  it('ignores inherited properties', () => {
    expect(readOrderForm(Object.create({ method: 'brl_pix' })).method).toBe('');
  });
});

describe('what a provider requires (rule 4.9)', () => {
  const COMPLETE = {
    name: 'Ana Souza',
    email: 'ana@example.com',
    document_type: 'cpf',
    document: '111.444.777-35',
    phone: '+55 (11) 91234-5678',
  };

  it('has no problems when all of it is given', () => {
    expect(demanded(COMPLETE)).toEqual({});
  });

  it('is missing field by field', () => {
    expect(demanded({})).toEqual(errors.required);
  });

  it('is not missing when the payer entered it before', () => {
    const earlier = {
      name: 'Ana',
      email: 'ana@example.com',
      document: '1',
      documentType: 'cpf',
      phone: '+5511912345678',
    };
    expect(demanded({}, earlier)).toEqual({});
  });

  it.each([
    [{ document: '111.444.777-36' }, { document: errors.document }],
    [{ document_type: '' }, { document_type: errors.documentType }],
    [{ document_type: 'curp' }, { document_type: errors.documentType }],
    [{ phone: '12345' }, { phone: errors.phone }],
    [{ phone: 'call me' }, { phone: errors.phone }],
  ])('with %j is wrong', (fields, found) => {
    expect(demanded({ ...COMPLETE, ...fields })).toEqual(found);
  });

  it('reaches the provider in its plain form', () => {
    expect(payerOf(form(COMPLETE), 'BR', null)).toEqual({
      name: 'Ana Souza',
      email: 'ana@example.com',
      document: '11144477735',
      documentType: 'cpf',
      phone: '+5511912345678',
    });
  });
});

describe('problemsOf', () => {
  it('has no problems if only a method is given', () => {
    expect(problems({})).toEqual({});
  });

  it('requires a method', () => {
    expect(problems({ method: '' })).toEqual({ method: errors.method });
  });

  it('requires a listed bank for a method with banks only', () => {
    expect(problems({ bank: '1007' }, BANKS)).toEqual({});
    expect(problems({}, BANKS)).toEqual({ bank: errors.bank });
    expect(problems({ bank: '9999' }, BANKS)).toEqual({ bank: errors.bank });
    expect(problems({ bank: '9999' })).toEqual({});
  });

  it.each([
    ['name', 120],
    ['document', 40],
  ] as const)('accepts a %s of %d characters and no longer', (field, max) => {
    expect(problems({ [field]: 'x'.repeat(max) })).toEqual({});
    expect(problems({ [field]: 'x'.repeat(max + 1) })).toEqual({ [field]: errors.tooLong(max) });
  });

  it('accepts an e-mail address of 254 characters and no longer', () => {
    const address = (length: number) => `${'a'.repeat(length - 253)}@${'b.'.repeat(125)}cc`;
    expect(problems({ email: address(254) })).toEqual({});
    expect(problems({ email: address(255) })).toEqual({ email: errors.tooLong(254) });
  });

  it.each(['name', 'email', 'document', 'method'] as const)('rejects a NUL and a line break in %s', (field) => {
    expect(problems({ [field]: 'a\u0000b' })).toEqual({ [field]: errors.unreadable });
    expect(problems({ [field]: 'a\nb' })).toEqual({ [field]: errors.unreadable });
  });

  it.each(['ana@example.com', 'a.b+c@sub.example.co', "o'neil@example.com", 'ana@josé.example'])(
    'accepts %s',
    (email) => {
      expect(problems({ email })).toEqual({});
    },
  );

  it.each([
    'ana',
    'ana@',
    '@example.com',
    'ana@example',
    'a b@example.com',
    'a@b@example.com',
    'ana@-x.com',
    'ana@x..com',
    'a@x.com,b@y.com',
    '<a@x.com>',
  ])('rejects %s', (email) => {
    expect(problems({ email })).toEqual({ email: errors.email });
  });

  it('rejects a hostile address quickly', () => {
    const startedAt = performance.now();
    problems({ email: `a@${'a-'.repeat(5_000)}` });
    problems({ email: `a@${'a-'.repeat(120)}!` });
    expect(performance.now() - startedAt).toBeLessThan(200);
  });
});

describe('bankOf', () => {
  it('is the chosen bank for a method with banks and null for other methods', () => {
    expect(bankOf(form({ bank: '1007' }), BANKS)).toBe('1007');
    expect(bankOf(form({ bank: '1007' }), [])).toBeNull();
  });
});

describe('payerOf', () => {
  const payerWith = (fields: Partial<Payer>): Payer => ({ name: null, email: null, document: null, ...fields });

  it('reads an empty field as null', () => {
    expect(payerOf(form({ email: 'ana@example.com' }), 'BR', null)).toEqual(payerWith({ email: 'ana@example.com' }));
  });

  it('keeps earlier details in empty fields', () => {
    const earlier = payerWith({ name: 'Ana', email: 'old@example.com' });
    expect(payerOf(form({ email: 'new@example.com' }), 'BR', earlier)).toEqual(
      payerWith({ name: 'Ana', email: 'new@example.com' }),
    );
  });
});

describe('what a payer pastes', () => {
  it.each([
    ['email', '\u00A0ana@example.com\u200B', 'ana@example.com'],
    ['email', '\uFEFFana@\u2060example.com\t', 'ana@example.com'],
    ['document', '\u202A20\u201112345678\u20116\u202C', '20-12345678-6'],
    ['document', '12.345\u00AD.678', '12.345.678'],
    ['name', '\u200B\u2060', ''],
  ] as const)('is read without blanks around it and invisible characters: %s %j', (field, typed, read) => {
    expect(readOrderForm({ [field]: typed })[field]).toBe(read);
  });
});
