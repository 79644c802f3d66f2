import { checkDebitForm, readDebitForm, shownDebitForm, type DebitForm } from './debit-form';
import { LANGUAGES } from './texts/languages';

const GOOD: DebitForm = {
  order: '0198f3a2-1c4b-7d2e-9a3b-5c6d7e8f9013',
  name: 'Ana Pérez',
  email: 'ana@example.com',
  account_holder_type: 'company',
  routing_number: '021000021',
  account_number: '000123456789',
  account_type: 'checking',
  consent: 'yes',
};

const problems = (changed: Partial<DebitForm>, texts = LANGUAGES.en, requiresEmail = false) => {
  const checked = checkDebitForm({ ...GOOD, ...changed }, requiresEmail, texts);
  return 'problems' in checked ? checked.problems : {};
};

describe('readDebitForm', () => {
  it('trims the values and ignores values that are not text', () => {
    const body = { ...GOOD, name: ' Ana ', account_number: ['1', '2'], consent: { x: '1' } };
    expect(readDebitForm(body)).toEqual({ ...GOOD, name: 'Ana', account_number: '', consent: '' });
    expect(readDebitForm(undefined)).toEqual({
      order: '',
      name: '',
      email: '',
      account_holder_type: '',
      routing_number: '',
      account_number: '',
      account_type: '',
      consent: '',
    });
  });
});

describe('checkDebitForm', () => {
  it('accepts the name under its earlier field', () => {
    const { name, ...form } = GOOD;
    expect(readDebitForm({ ...form, holder: name })).toEqual(GOOD);
  });

  it('requires an e-mail address only where the provider does (rule 4.11)', () => {
    expect(problems({ email: '' })).toEqual({});
    expect(problems({ email: '' }, LANGUAGES.en, true)).toEqual({ email: LANGUAGES.en.debit.problems.email });
  });

  it('returns the account if the payer consents', () => {
    expect(checkDebitForm({ ...GOOD, routing_number: '0210-0002 1' }, false, LANGUAGES.en)).toEqual({
      account: {
        holder: 'Ana Pérez',
        holderType: 'company',
        routingNumber: '021000021',
        accountNumber: '000123456789',
        type: 'checking',
      },
      email: 'ana@example.com',
    });
  });

  it.each([
    ['name', ''],
    ['name', 'Ana\nPérez'],
    ['email', 'ana@'],
    ['account_holder_type', 'person'],
    ['routing_number', '021000022'],
    ['account_number', '123'],
    ['account_type', 'current'],
    ['consent', ''],
  ] as const)('names %s when it is %j', (field, value) => {
    for (const texts of Object.values(LANGUAGES)) {
      expect(problems({ [field]: value }, texts)).toEqual({ [field]: texts.debit.problems[field] });
    }
  });

  it('lists all problems in the order of the page', () => {
    const numbers = { routing_number: '', account_number: '' };
    const all = problems({ consent: '', account_type: '', ...numbers, account_holder_type: 'x', email: 'x', name: '' });
    expect(Object.keys(all)).toEqual([
      'name',
      'email',
      'account_holder_type',
      'routing_number',
      'account_number',
      'account_type',
      'consent',
    ]);
  });
});

describe('shownDebitForm', () => {
  it('leaves out the account number', () => {
    expect(shownDebitForm(GOOD)).toEqual({
      name: 'Ana Pérez',
      email: 'ana@example.com',
      account_holder_type: 'company',
      routing_number: '021000021',
      account_type: 'checking',
    });
  });

  it('leaves out an account number entered as the routing number', () => {
    const swapped = { ...GOOD, routing_number: GOOD.account_number };
    expect(JSON.stringify(shownDebitForm(swapped, problems(swapped)))).not.toContain(GOOD.account_number);
  });
});
