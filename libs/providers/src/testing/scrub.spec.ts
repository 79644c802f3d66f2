import { Scrubber } from './scrub';

const scrubber = new Scrubber(['the-secret-of-the-test']);
const json = (value: object) => scrubber.body(JSON.stringify(value), 'application/json');

it('masks documents, accounts, names and addresses, and keeps the form of the message', () => {
  expect(
    json({
      external_id: 'sp-01a21df6-8680-7e3d-9723-fe5e5885fccb',
      amount: 1250.5,
      currency: 'MXN',
      access_token: 'abc',
      beneficiary: {
        first_name: 'Ana',
        document: { id: 'HEGG560427MVZRRL04', type: 'CURP' },
        bank_account: { account: '012180001234567899', code: '012', is_new: true },
      },
      destinationAlias: 'ana@example.com',
      list: [{ email: 'ana@example.com' }, null],
    }),
  ).toEqual({
    external_id: 'sp-01a21df6-8680-7e3d-9723-fe5e5885fccb',
    amount: 1250.5,
    currency: 'MXN',
    access_token: '…',
    beneficiary: {
      first_name: '…',
      document: { id: '…', type: 'CURP' },
      bank_account: { account: '…', code: '012', is_new: true },
    },
    destinationAlias: '…',
    list: [{ email: '…' }, null],
  });
});

it('masks the fields of a form by their names', () => {
  const form = 'amount=2000&payment_method_data[us_bank_account][account_number]=000123456789&metadata[id]=sp-1';
  expect(scrubber.body(form, 'application/x-www-form-urlencoded')).toEqual({
    amount: '2000',
    'payment_method_data[us_bank_account][account_number]': '…',
    'metadata[id]': 'sp-1',
  });
});

it.each([
  ['a configured secret', 'refused the-secret-of-the-test here', 'refused … here'],
  ['a key of Stripe', 'key sk_test_0123456789abc is wrong', 'key … is wrong'],
  ['an address', 'no account of ana@example.com', 'no account of …'],
  ['a number of eight digits or more', 'CUIT 20055361682 unknown, code 5009', 'CUIT *********** unknown, code 5009'],
])('masks %s wherever it is', (_what, text, expected) => {
  expect([scrubber.text(text), scrubber.body(text, 'text/plain')]).toEqual([expected, expected]);
});

it.each([['2026-11-25T10:00:00.000Z'], ['PO-4-39b09aad-7e25-4d56-92aa-cf30a19e5b99'], ['pi_3Nabc12345678']])(
  'keeps the time or id %s',
  (text) => {
    expect(scrubber.text(text)).toBe(text);
  },
);

it('shows no body as none', () => {
  expect(scrubber.body('', 'undefined')).toBeNull();
});
