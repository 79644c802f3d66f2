import { errorsOf, validated } from '../http/testing/validated';
import { newPaymentLink, NewPaymentLinkDto } from './payment-link.dto';

type Body = Readonly<Record<string, unknown>>;

/** A JSON number beyond the reach of binary floats. */
const OUT_OF_REACH = JSON.parse('1e400') as number;

const VALID = { amount: '1500.50', currency: 'ARS', description: 'Order 1001' };
const TEXT = [expect.any(String)];

const rejectionOf = (body: Body, environment?: 'production') => errorsOf(NewPaymentLinkDto, body, environment);
const parsed = async (changes: Body) => newPaymentLink(await validated(NewPaymentLinkDto, { ...VALID, ...changes }));

describe('a request for a payment link', () => {
  it('needs amount, currency and description; the rest has defaults', async () => {
    const link = await parsed({});
    expect({ ...link, amount: link.amount.value.toFixed() }).toEqual({
      amount: '1500.5',
      currency: 'ARS',
      description: 'Order 1001',
      amountType: 'receive',
      customerPaidFee: false,
      webhookUrl: null,
      reference: null,
      returnUrl: null,
    });
  });

  it('may have every field', async () => {
    const more = {
      amount_type: 'charge',
      customer_paid_fee: true,
      webhook_url: 'https://shop.example.com/hook?a=b',
      reference: 'A-1001 / ñ',
      return_url: 'https://shop.example.com/thanks?a=b#c',
    };
    expect(await parsed(more)).toMatchObject({
      amountType: 'charge',
      customerPaidFee: true,
      webhookUrl: 'https://shop.example.com/hook?a=b',
      reference: 'A-1001 / ñ',
      returnUrl: 'https://shop.example.com/thanks?a=b#c',
    });
  });

  it('treats an optional field that is null as omitted', async () => {
    const optional = ['amount_type', 'customer_paid_fee', 'webhook_url', 'reference', 'return_url'];
    expect(await parsed(Object.fromEntries(optional.map((name) => [name, null])))).toMatchObject({
      amountType: 'receive',
      customerPaidFee: false,
      webhookUrl: null,
      reference: null,
      returnUrl: null,
    });
  });

  it('may have unknown fields, which are removed', async () => {
    const unknown = {
      status: 'completed',
      id: 7,
      expires_at: 'never',
      constructor: {},
      toString: 1,
      hasOwnProperty: 1,
    };
    const dto = await validated(NewPaymentLinkDto, { ...VALID, ...unknown });
    expect(Object.entries(dto).filter(([, value]) => value !== undefined)).toEqual([
      ['amount', expect.anything()],
      ['currency', 'ARS'],
      ['description', 'Order 1001'],
    ]);
  });

  it('is rejected with every rejected field named at once', async () => {
    const body = {
      amount: 'x',
      currency: 7,
      description: '',
      amount_type: 'x',
      customer_paid_fee: 'x',
      webhook_url: 'x',
    };
    expect(await rejectionOf(body)).toEqual({
      amount: TEXT,
      currency: TEXT,
      description: TEXT,
      amount_type: TEXT,
      customer_paid_fee: TEXT,
      webhook_url: TEXT,
    });
  });

  it('is rejected for the three fields that it needs, when it is empty', async () => {
    expect(await rejectionOf({})).toEqual({
      amount: ['The amount is required.'],
      currency: ['The currency is required.'],
      description: ['The description is required.'],
    });
  });

  it('inherits nothing from a prototype that is sent', async () => {
    const body = JSON.parse('{"__proto__": {"amount": 1, "currency": "ARS", "description": "x"}}') as Body;
    expect(await rejectionOf(body)).toEqual({ amount: TEXT, currency: TEXT, description: TEXT });
  });

  it.each(['constructor', 'prototype', '__proto__', 'then'])(
    'is rejected for a field that is an object with %s',
    async (name) => {
      const value = JSON.parse(`{"${name}": 1}`) as object;
      expect(await rejectionOf({ ...VALID, amount: value, description: value })).toEqual({
        amount: TEXT,
        description: TEXT,
      });
    },
  );
});

describe('the field', () => {
  const AMOUNTS = ['', ' ', 'abc', '1e3', '1,5', '1.', '.5', '+1', ' 15', '0x10', 'NaN', 'Infinity', '1'.repeat(31)];
  const NO_AMOUNTS: unknown[] = [true, false, [], ['1'], {}, { toString: '1' }, OUT_OF_REACH, -OUT_OF_REACH, NaN];
  const CURRENCIES = [null, 32, true, ['ARS'], { code: 'ARS' }];
  const NO_DESCRIPTIONS = [null, '', '   ', '\n\t', 'x'.repeat(256), '🙂'.repeat(256), 7, ['x'], {}, true, 'a\0b'];
  const HALVES = ['half \ud83d', '\ude42 half', '\ude42\ud83d'];
  const URLS = ['', 'shop.example.com', 'ftp://shop.example.com', 'javascript:alert(1)', 'http://', 7, {}, ['x'], true];
  const BAD_URLS = [
    'https://user:secret@shop.example.com',
    'https://shop.example.com/\r\nHost: evil',
    'https://shop.example.com/\0',
    `https://shop.example.com/${'x'.repeat(2_048)}`,
  ];
  const REJECTED: [string, unknown][] = [
    ...[undefined, null, ...AMOUNTS, ...NO_AMOUNTS].map((value): [string, unknown] => ['amount', value]),
    ...[undefined, ...CURRENCIES].map((value): [string, unknown] => ['currency', value]),
    ...[undefined, ...NO_DESCRIPTIONS, ...HALVES].map((value): [string, unknown] => ['description', value]),
    ...['', 'RECEIVE', 'both', 0, true, ['charge'], {}].map((value): [string, unknown] => ['amount_type', value]),
    ...['', 'true', 'false', 0, 1, [], {}].map((value): [string, unknown] => ['customer_paid_fee', value]),
    ...[...URLS, ...BAD_URLS].map((value): [string, unknown] => ['webhook_url', value]),
    ...[...URLS, ...BAD_URLS].map((value): [string, unknown] => ['return_url', value]),
    ...['', '  ', 'x'.repeat(101), 7, ['x'], {}, true, 'a\0b', ...HALVES].map((value): [string, unknown] => [
      'reference',
      value,
    ]),
  ];

  it.each(REJECTED)('%s cannot be %j', async (field, value) => {
    expect(await rejectionOf({ ...VALID, [field]: value })).toEqual({ [field]: TEXT });
  });

  it.each`
    field                  | value
    ${'amount'}            | ${0.01}
    ${'amount'}            | ${1500}
    ${'amount'}            | ${'999999999999.99'}
    ${'currency'}          | ${'anything that is text'}
    ${'description'}       | ${'x'}
    ${'description'}       | ${'x'.repeat(255)}
    ${'description'}       | ${'🙂'.repeat(255)}
    ${'description'}       | ${'<script>alert(1)</script>'}
    ${'amount_type'}       | ${'charge'}
    ${'customer_paid_fee'} | ${false}
    ${'webhook_url'}       | ${'http://127.0.0.1:9000/hook'}
    ${'reference'}         | ${'🙂'.repeat(100)}
    ${'return_url'}        | ${'http://localhost:9000/thanks'}
  `('$field can be $value', async ({ field, value }) => {
    expect(await rejectionOf({ ...VALID, [field]: value })).toBeUndefined();
  });

  it('webhook_url must be https in production', async () => {
    const body = { ...VALID, webhook_url: 'http://shop.example.com' };
    expect(await rejectionOf(body, 'production')).toEqual({ webhook_url: ['The url must be an https address.'] });
    expect(await rejectionOf({ ...body, webhook_url: 'https://shop.example.com' }, 'production')).toBeUndefined();
  });

  it('return_url must be https in production (rule 3.24)', async () => {
    const body = { ...VALID, return_url: 'http://shop.example.com' };
    expect(await rejectionOf(body, 'production')).toEqual({ return_url: ['The return_url must be an https address.'] });
    expect(await rejectionOf({ ...body, return_url: 'https://shop.example.com' }, 'production')).toBeUndefined();
  });
});
