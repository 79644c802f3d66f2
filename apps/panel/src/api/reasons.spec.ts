import { ApiError } from './api-error';
import { reasonOf, reasonsOf } from './reasons';
import english from './texts/en.json';

const rejected = (errors: Record<string, string[]>, message = 'The request was not accepted.') =>
  new ApiError(422, 'VALIDATION_FAILED', message, null, errors);

describe('reasonOf', () => {
  it.each([
    ['The description is required.', 'required', {}],
    ['The name must have 1 to 100 characters.', 'length', { least: '1', most: '100' }],
    ['must have 10 to 200 characters', 'length', { least: '10', most: '200' }],
    ['The url may have at most 2048 characters.', 'longest', { most: '2048' }],
    ['is less than the fees of 350.00 ARS', 'belowFees', { amount: '350.00', currency: 'ARS' }],
    [
      'is too large: the payer would pay 1000000.00 BRL, more than the limit of 999999.99 BRL',
      'aboveLimit',
      { pays: '1000000.00', payer: 'BRL', amount: '999999.99', currency: 'BRL' },
    ],
    ['is not accepted by the payment provider: 9.00 COP', 'amountNotAccepted', { amount: '9.00', currency: 'COP' }],
    ['has more decimals than CLP has: write no decimals and no point, such as 1500', 'decimals', { currency: 'CLP' }],
    ['The amount must be a number, or text of digits with a point before the decimals.', 'number', {}],
    ['The name must not be made of invisible characters only.', 'invisible', {}],
    ['The pix_key may be a CPF or a mobile number: write the CPF with its dots.', 'cpfOrMobile', {}],
    ['must be ARS: what is paid in BRL is credited in it', 'wallet', { currency: 'ARS', payer: 'BRL' }],
    ['The status must be one of active, expired.', 'choice', {}],
    ['must be in the future', 'future', {}],
    ['The end_date must not be before the start_date.', 'period', {}],
    ['The key has expired: move its expires_at as well.', 'keyExpired', {}],
    ['The link was used, has expired, or is wrong. Ask for another one.', 'resetLink', {}],
    ['is one of the most common ones; choose another', 'commonPassword', {}],
    ['The current password is wrong.', 'currentPassword', {}],
    ['The code is wrong, or was used before.', 'code', {}],
    ['A user with this e-mail already exists.', 'emailTaken', {}],
  ])('%j has the text %s', (sentence, key, facts) => {
    expect(reasonOf(sentence)).toEqual({ key, facts });
    expect((english.reason as Record<string, string>)[key]).toBeTruthy();
  });

  it('returns nothing for a reason of a later version', () => {
    expect(reasonOf('The moon must be full.')).toBeUndefined();
  });
});

describe('reasonsOf', () => {
  it('returns each reason with its field', () => {
    expect(reasonsOf(rejected({ amount: ['Low.', 'Odd.'] }))).toEqual([
      { field: 'amount', sentence: 'Low.' },
      { field: 'amount', sentence: 'Odd.' },
    ]);
  });

  it('returns the message when no field is rejected and the message has the reason', () => {
    const message = 'An account may have at most 50 API keys.';
    expect(reasonsOf(rejected({}, message))).toEqual([{ field: '', sentence: message }]);
    expect(reasonsOf(rejected({}))).toEqual([]);
  });
});
