import { parseNewPaymentLink, readAmount, type LinkRequest } from './new-payment-link';

/** What a JSON number beyond the reach of binary floats becomes. */
const OUT_OF_REACH = JSON.parse('1e400') as number;

const VALID = { amount: '1500.50', currency: 'ARS', description: 'Order 1001' };

function refusalOf(body: LinkRequest, httpsOnly = false): unknown {
  try {
    parseNewPaymentLink(body, httpsOnly);
  } catch (error) {
    return error;
  }
  return undefined;
}

const parsed = (changes: LinkRequest) => parseNewPaymentLink({ ...VALID, ...changes }, false);

describe('a request for a payment link', () => {
  it('needs amount, currency and description; the rest has defaults', () => {
    const link = parseNewPaymentLink(VALID, false);
    expect({ ...link, amount: link.amount.toFixed() }).toEqual({
      amount: '1500.5',
      currency: 'ARS',
      description: 'Order 1001',
      amountType: 'receive',
      customerPaidFee: false,
      webhookUrl: null,
    });
  });

  it('says everything that it can say', () => {
    const more = { amount_type: 'charge', customer_paid_fee: true, webhook_url: 'https://shop.example.com/hook?a=b' };
    expect(parsed(more)).toMatchObject({
      amountType: 'charge',
      customerPaidFee: true,
      webhookUrl: 'https://shop.example.com/hook?a=b',
    });
  });

  it('counts an optional field that is null as left out', () => {
    expect(parsed({ amount_type: null, customer_paid_fee: null, webhook_url: null })).toMatchObject({
      amountType: 'receive',
      customerPaidFee: false,
      webhookUrl: null,
    });
  });

  it('may carry fields that nobody knows', () => {
    expect(() =>
      parsed({ status: 'completed', id: 7, expires_at: 'never', constructor: {}, toString: 1 }),
    ).not.toThrow();
  });

  it('names every field that is refused, at once', () => {
    const body = {
      amount: 'x',
      currency: 7,
      description: '',
      amount_type: 'x',
      customer_paid_fee: 'x',
      webhook_url: 'x',
    };
    expect(refusalOf(body)).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: {
        errors: {
          amount: [expect.any(String)],
          currency: [expect.any(String)],
          description: [expect.any(String)],
          amount_type: [expect.any(String)],
          customer_paid_fee: [expect.any(String)],
          webhook_url: [expect.any(String)],
        },
      },
    });
  });

  it('that is empty is told of the three fields that it needs, and of no other', () => {
    expect(refusalOf({})).toMatchObject({
      details: {
        errors: {
          amount: ['The amount is required.'],
          currency: [expect.any(String)],
          description: ['The description is required.'],
        },
      },
    });
    expect(Object.keys((refusalOf({}) as { details: { errors: object } }).details.errors)).toHaveLength(3);
  });

  it('inherits nothing from what objects are made of', () => {
    const body = JSON.parse('{"__proto__": {"amount": 1, "currency": "ARS", "description": "x"}}') as LinkRequest;
    expect(refusalOf(body)).toMatchObject({
      details: { errors: { amount: ['The amount is required.'], description: ['The description is required.'] } },
    });
  });
});

describe('the field', () => {
  const AMOUNTS = ['', ' ', 'abc', '1e3', '1,5', '1.', '.5', '+1', ' 15', '0x10', 'NaN', 'Infinity', '1'.repeat(31)];
  const NO_TEXT: unknown[] = [true, false, [], ['1'], {}, { toString: '1' }, OUT_OF_REACH, -OUT_OF_REACH, NaN];
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
  const REFUSED: [string, unknown][] = [
    ...[undefined, null, ...AMOUNTS, ...NO_TEXT].map((value): [string, unknown] => ['amount', value]),
    ...[undefined, ...CURRENCIES].map((value): [string, unknown] => ['currency', value]),
    ...[undefined, ...NO_DESCRIPTIONS, ...HALVES].map((value): [string, unknown] => ['description', value]),
    ...['', 'RECEIVE', 'both', 0, true, ['charge'], {}].map((value): [string, unknown] => ['amount_type', value]),
    ...['', 'true', 'false', 0, 1, [], {}].map((value): [string, unknown] => ['customer_paid_fee', value]),
    ...[...URLS, ...BAD_URLS].map((value): [string, unknown] => ['webhook_url', value]),
  ];

  it.each(REFUSED)('%s cannot be %j', (field, value) => {
    expect(refusalOf({ ...VALID, [field]: value })).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { errors: { [field]: [expect.any(String)] } },
    });
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
  `('$field can be $value', ({ field, value }) => {
    expect(refusalOf({ ...VALID, [field]: value })).toBeUndefined();
  });

  it('webhook_url must be https where that is asked for', () => {
    const body = { ...VALID, webhook_url: 'http://shop.example.com' };
    expect(refusalOf(body, true)).toMatchObject({ details: { errors: { webhook_url: [expect.any(String)] } } });
    expect(refusalOf({ ...body, webhook_url: 'https://shop.example.com' }, true)).toBeUndefined();
  });
});

describe('readAmount', () => {
  it.each`
    value                     | amount
    ${1500}                   | ${'1500'}
    ${0.1}                    | ${'0.1'}
    ${-5}                     | ${'-5'}
    ${0}                      | ${'0'}
    ${-0}                     | ${'0'}
    ${999999999999.99}        | ${'999999999999.99'}
    ${1e-7}                   | ${'0.0000001'}
    ${1e21}                   | ${'1000000000000000000000'}
    ${'0'}                    | ${'0'}
    ${'-0.00'}                | ${'0'}
    ${'0001.50'}              | ${'1.5'}
    ${'12345678901234567.89'} | ${'12345678901234567.89'}
  `('reads $value as $amount', ({ value, amount }) => {
    expect(readAmount(value)?.eq(amount)).toBe(true);
  });

  it.each([
    undefined,
    null,
    true,
    '',
    '1e3',
    'NaN',
    NaN,
    Infinity,
    -Infinity,
    OUT_OF_REACH,
    '1e21',
    '1e-7',
    [1],
    {},
    10n,
    Symbol('1'),
  ])('cannot read %p', (value) => {
    expect(readAmount(value)).toBeUndefined();
  });
});

describe('the panel’s form', () => {
  const formed = (changes: LinkRequest, customerPaidFeeDefault = true) =>
    parseNewPaymentLink({ ...VALID, currency_destiny: 'ARS', ...changes }, false, { customerPaidFeeDefault });

  it('says which currency the receiving wallet is taken to have', () => {
    expect(formed({ currency_destiny: 'CLP' }).currencyDestiny).toBe('CLP');
    expect(parsed({ currency_destiny: 'CLP' })).not.toHaveProperty('currencyDestiny');
  });

  it.each([undefined, null, 7, ['ARS']])('cannot have %j for that', (currency_destiny) => {
    expect(() => formed({ currency_destiny })).toThrow(
      expect.objectContaining({ details: { errors: { currency_destiny: [expect.any(String)] } } }),
    );
  });

  it.each([
    [true, undefined, true],
    [true, null, true],
    [true, false, false],
    [false, undefined, false],
    [false, true, true],
  ])('with the default %s takes customer_paid_fee %s for %s', (byDefault, sent, wanted) => {
    expect(formed({ customer_paid_fee: sent }, byDefault).customerPaidFee).toBe(wanted);
  });
});
