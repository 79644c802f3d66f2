import { bodyOf, problemsAbout, estimateBodyOf, fieldErrors, firstOrder, formOf, orderOf, type Order } from './order';

const order: Order = { walletId: 'w', destinationId: 'd', amount: '1500.50', instant: false, comment: ' November ' };
const wallet = { currency: 'ARS', available_balance: '2000.00' };

describe('the body of an order', () => {
  it('names the bank account of a payout', () => {
    expect(bodyOf('payout', order)).toEqual({
      type: 'payout',
      virtual_wallet_id: 'w',
      bank_account_id: 'd',
      amount: '1500.50',
      instant: false,
      comment: 'November',
    });
  });

  it('names the beneficiary of a transfer', () => {
    expect(bodyOf('transfer', order)).toMatchObject({ type: 'transfer', beneficiary_id: 'd' });
    expect(bodyOf('transfer', order)).not.toHaveProperty('bank_account_id');
  });

  it('omits an empty comment', () => {
    expect(bodyOf('payout', { ...order, comment: '  ' })).not.toHaveProperty('comment');
  });

  it('does not depend on the comment when it is for an estimate', () => {
    const other = { ...order, comment: 'x' };
    expect(estimateBodyOf('transfer', order)).toEqual(estimateBodyOf('transfer', other));
    expect(estimateBodyOf('payout', order)).toEqual(estimateBodyOf('payout', other));
  });
});

describe('the form of an order', () => {
  it('has the amount in the separators of the reader, and reads it back', () => {
    const form = formOf(order, 'ARS', 'es');
    expect(form.amount).toBe('1.500,50');
    expect(orderOf(form, 'ARS', 'es')?.amount).toBe('1500.50');
  });

  it.each([
    ['80000', 'ARS', '80000.00'],
    ['80000', 'CLP', '80000'],
  ])('has all digits of the currency: %s %s', (typed, currency, amount) => {
    expect(orderOf({ ...order, amount: typed }, currency, 'en')?.amount).toBe(amount);
  });

  it.each([
    ['no wallet', { walletId: '' }],
    ['no destination', { destinationId: '' }],
    ['no amount', { amount: 'many' }],
  ])('is no order with %s', (_, changes) => {
    expect(orderOf({ ...order, ...changes }, 'ARS', 'en')).toBeUndefined();
  });
});

describe('the problems about a form', () => {
  const about = (changes: Partial<Order>, type: 'payout' | 'transfer' = 'payout') =>
    problemsAbout({ ...order, ...changes }, { type, wallet, locale: 'en' });

  it('are none about a good one', () => {
    expect(about({})).toEqual({});
    expect(about({ comment: '' })).toEqual({});
  });

  it.each([
    [{ destinationId: '' }, 'destinationId', 'destinationMissing'],
    [{ amount: '' }, 'amount', 'required'],
    [{ amount: '1.2345' }, 'amount', 'tooManyDigits'],
    [{ amount: '2000.01' }, 'amount', 'unavailable'],
    [{ comment: 'x'.repeat(51) }, 'comment', 'commentTooLong'],
  ])('%j', (changes, field, problem) => {
    expect(about(changes)).toEqual({ [field]: problem });
  });

  it('name a missing wallet', () => {
    expect(problemsAbout(order, { type: 'payout', wallet: undefined, locale: 'en' })).toEqual({
      walletId: 'walletMissing',
    });
  });

  it('are none when the amount is the whole available balance', () => {
    expect(about({ amount: '2000' })).toEqual({});
  });

  it.each([
    ['abcd', 'commentTooShort'],
    ['  abcd  ', 'commentTooShort'],
    ['😀😀😀😀😀', undefined],
    ['😀'.repeat(50), undefined],
  ])('a comment of a transfer, %j: %s', (comment, problem) => {
    expect(about({ comment }, 'transfer').comment).toBe(problem);
  });
});

it('errors of the API are mapped to the fields of the form', () => {
  expect(fieldErrors({ beneficiary_id: 'Required.', amount: 'Low.', other: '?' })).toEqual({
    destinationId: 'Required.',
    amount: 'Low.',
  });
});

describe('the initial order', () => {
  const wallets = [
    { id: 'empty', available_balance: '0.00' },
    { id: 'full', available_balance: '1.00' },
  ];
  const begin = (wallet: string | null, destination: string | null, destinations = [{ id: 'a' }, { id: 'b' }]) => {
    const { walletId, destinationId } = firstOrder({ wallet, destination }, { wallets, destinations });
    return [walletId, destinationId];
  };

  it('has the wallet and the destination of the address', () => {
    expect(begin('empty', 'b')).toEqual(['empty', 'b']);
  });

  it('has a wallet with money, and no destination when there are several', () => {
    expect(begin(null, null)).toEqual(['full', '']);
    expect(begin('unknown', 'unknown')).toEqual(['full', '']);
  });

  it('has the only destination', () => {
    expect(begin(null, null, [{ id: 'a' }])[1]).toBe('a');
  });
});
