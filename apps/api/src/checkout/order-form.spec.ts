import type { Payer } from '@app/payment-links';
import { bankOf, payerOf, problemsOf, readOrderForm, type OrderForm } from './order-form';
import { LANGUAGES } from './texts/languages';

const { errors } = LANGUAGES.en;
const form = (fields: Partial<OrderForm>): OrderForm => ({
  method: 'brl_pix',
  bank: '',
  name: '',
  email: '',
  document: '',
  ...fields,
});
const problems = (fields: Partial<OrderForm>) => problemsOf(form(fields), LANGUAGES.en);

describe('readOrderForm', () => {
  it('trims what was typed', () => {
    expect(readOrderForm({ method: 'brl_pix', name: '  Ana ' })).toEqual(form({ name: 'Ana' }));
  });

  it.each([undefined, null, 'text', {}, { method: ['a', 'b'], name: { x: '1' }, email: 7 }])(
    'reads nothing out of %j',
    (body) => {
      expect(readOrderForm(body)).toEqual({ method: '', bank: '', name: '', email: '', document: '' });
    },
  );

  it('reads no inherited field', () => {
    expect(readOrderForm(Object.create({ method: 'brl_pix' })).method).toBe('');
  });
});

describe('problemsOf', () => {
  it('has none with the method alone', () => {
    expect(problems({})).toEqual({});
  });

  it('asks for a method', () => {
    expect(problems({ method: '' })).toEqual({ method: errors.method });
  });

  it('asks for the bank of the list that PSE is to lead to, and of no other method', () => {
    expect(problems({ method: 'cop_pse', bank: '1007' })).toEqual({});
    expect(problems({ method: 'cop_pse' })).toEqual({ bank: errors.bank });
    expect(problems({ method: 'cop_pse', bank: '9999' })).toEqual({ bank: errors.bank });
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
    const address = (length: number) => `a@${'b'.repeat(length - 6)}.com`;
    expect(problems({ email: address(254) })).toEqual({});
    expect(problems({ email: address(255) })).toEqual({ email: errors.tooLong(254) });
  });

  it.each(['name', 'email', 'document', 'method'] as const)('refuses a NUL and a line break in %s', (field) => {
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
  ])('refuses %s', (email) => {
    expect(problems({ email })).toEqual({ email: errors.email });
  });

  it('decides on a hostile address at once', () => {
    const startedAt = performance.now();
    problems({ email: `a@${'a-'.repeat(5_000)}` });
    problems({ email: `a@${'a-'.repeat(120)}!` });
    expect(performance.now() - startedAt).toBeLessThan(200);
  });
});

describe('bankOf', () => {
  it('is the chosen bank of PSE, and none of any other method', () => {
    expect(bankOf(form({ method: 'cop_pse', bank: '1007' }))).toBe('1007');
    expect(bankOf(form({ bank: '1007' }))).toBeNull();
  });
});

describe('payerOf', () => {
  const told = (fields: Partial<Payer>): Payer => ({ name: null, email: null, document: null, ...fields });

  it('takes an empty field for untold', () => {
    expect(payerOf(form({ email: 'ana@example.com' }), null)).toEqual(told({ email: 'ana@example.com' }));
  });

  it('keeps what was told before in the fields that are empty now', () => {
    const earlier = told({ name: 'Ana', email: 'old@example.com' });
    expect(payerOf(form({ email: 'new@example.com' }), earlier)).toEqual(
      told({ name: 'Ana', email: 'new@example.com' }),
    );
  });
});
