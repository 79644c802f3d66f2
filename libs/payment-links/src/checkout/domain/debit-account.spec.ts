import { type ValidationError } from '@app/kernel';
import { parseDebitAccount, shownDebitAccount } from './debit-account';

const FORM = {
  name: 'Ana García',
  routing_number: '021000021',
  account_number: '000123456789',
  account_type: 'checking',
};

const rejected = (changes: Record<string, unknown>): string[] => {
  try {
    parseDebitAccount({ ...FORM, ...changes });
    return [];
  } catch (error) {
    return Object.keys((error as ValidationError).details.errors ?? {});
  }
};

describe('an account to debit', () => {
  it('is read from what the payer filled in', () => {
    expect(parseDebitAccount(FORM)).toEqual({
      holder: 'Ana García',
      holderType: 'individual',
      routingNumber: '021000021',
      accountNumber: '000123456789',
      type: 'checking',
    });
  });

  it('may be written with spaces and hyphens', () => {
    expect(parseDebitAccount({ ...FORM, routing_number: '0210-0002 1', account_number: ' 000 123 456 789' })).toEqual(
      parseDebitAccount(FORM),
    );
  });

  it.each`
    what                             | changes
    ${'a name of 100 characters'}    | ${{ name: '🙂'.repeat(100) }}
    ${'the shortest account number'} | ${{ account_number: '1234' }}
    ${'the longest account number'}  | ${{ account_number: '1'.repeat(17) }}
    ${'a company as its holder'}     | ${{ account_holder_type: 'company' }}
    ${'a savings account'}           | ${{ account_type: 'savings' }}
    ${'unknown fields'}              | ${{ amount: '1', routing: 'x' }}
  `('may have $what', ({ changes }) => {
    expect(rejected(changes as Record<string, unknown>)).toEqual([]);
  });

  it('repeats no number in its error', () => {
    const form = { ...FORM, routing_number: '123456789', account_number: '99999999999999999999' };
    let text = '';
    try {
      parseDebitAccount(form);
    } catch (error) {
      text = `${String(error)} ${JSON.stringify(error)}`;
    }
    expect(text).not.toBe('');
    expect([text.includes(form.routing_number), text.includes(form.account_number)]).toEqual([false, false]);
  });

  it.each`
    field                    | value
    ${'name'}                | ${''}
    ${'name'}                | ${'   '}
    ${'name'}                | ${'x'.repeat(101)}
    ${'name'}                | ${'a\u0000b'}
    ${'name'}                | ${['Ana']}
    ${'routing_number'}      | ${'021000022'}
    ${'routing_number'}      | ${'000000000'}
    ${'routing_number'}      | ${'02100002'}
    ${'routing_number'}      | ${21000021}
    ${'account_number'}      | ${'123'}
    ${'account_number'}      | ${'1'.repeat(18)}
    ${'account_number'}      | ${'12x4'}
    ${'account_type'}        | ${'current'}
    ${'account_type'}        | ${undefined}
    ${'account_holder_type'} | ${'person'}
  `('is rejected, naming $field, for $value', ({ field, value }) => {
    expect(rejected({ [field]: value })).toEqual([field]);
  });

  it('is rejected with all errors at once', () => {
    expect(
      rejected({
        name: null,
        account_holder_type: 'x',
        routing_number: null,
        account_number: null,
        account_type: null,
      }),
    ).toEqual(['name', 'account_holder_type', 'routing_number', 'account_number', 'account_type']);
  });

  it('shows no more than its last four digits', () => {
    expect(shownDebitAccount(parseDebitAccount(FORM))).toEqual({
      holder: 'Ana García',
      type: 'checking',
      lastDigits: '6789',
    });
  });
});
