import type { EncryptionKeys } from '@app/platform';
import { MessageRejectedError } from '@app/rails';
import { createHmac } from 'node:crypto';
import { SandboxNotifications, type SandboxNotification } from './sandbox-notifications';

const SECRET = Buffer.alloc(32, 5);
const NOW = new Date('2030-01-01T12:00:00.000Z');
const TIMESTAMP = String(NOW.getTime() / 1_000);

const notifications = new SandboxNotifications('sandbox', [SECRET]);

const PAYMENT = { id: 'n1', type: 'payment.received', reference: 'sbx_1', amount: '15000.00', currency: 'ARS' };

interface Sent {
  timestamp?: string;
  signature?: string | string[] | undefined;
  now?: Date;
}

/** Reads a body that was signed at `timestamp`, unless the test says what the headers are. */
function read(content: unknown, { timestamp = TIMESTAMP, now = NOW, ...headers }: Sent = {}) {
  const body = Buffer.isBuffer(content)
    ? content
    : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
  const signature = 'signature' in headers ? headers.signature : notifications.sign(timestamp, body);
  return notifications.read({
    method: 'POST',
    path: '/providers/sandbox/notifications',
    query: '',
    headers: { 'x-rail-timestamp': timestamp, 'x-rail-signature': signature },
    body,
    now,
  });
}

function refusalOf(work: () => unknown): string | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof MessageRejectedError) return error.code;
    throw error;
  }
  return undefined;
}

describe('a signed notification', () => {
  it('of a payment is read', () => {
    const { amount, ...rest } = read(PAYMENT);
    expect(rest).toEqual({
      provider: 'sandbox',
      id: 'n1',
      type: 'payment.received',
      reference: 'sbx_1',
      kind: 'collection',
      details: { payer: null, payment_reference: 'n1' },
    });
    expect(amount?.toString()).toBe('15000.00 ARS');
  });

  it('of a lapse is read without a payment, whatever its content', () => {
    expect(read({ ...PAYMENT, type: 'order.lapsed' })).toMatchObject({ type: 'order.lapsed', amount: null });
  });

  it('of a settled debit is read with what was settled', () => {
    const { type, amount } = read({ ...PAYMENT, type: 'debit.settled', amount: '50', currency: 'USD' });
    expect([type, amount?.toString()]).toEqual(['debit.settled', '50.00 USD']);
  });

  it.each(['debit.submitted', 'debit.refused', 'debit.returned'])('of type %s is read, and needs no amount', (type) => {
    const { amount: _amount, currency: _currency, ...rest } = PAYMENT;
    expect(read({ ...rest, type })).toMatchObject({ type, reference: 'sbx_1', amount: null });
  });

  it.each(['debit.submitted', 'debit.refused'])('of type %s is read without an amount', (type) => {
    expect(read({ ...PAYMENT, type })).toMatchObject({ type, amount: null });
  });

  it('of a returned debit is read with what was returned, where that is named (rule 17.22)', () => {
    const { type, amount } = read({ ...PAYMENT, type: 'debit.returned', amount: '30', currency: 'USD' });
    expect([type, amount?.toString()]).toEqual(['debit.returned', '30.00 USD']);
  });

  it('may name the payer, as far as the rail knows', () => {
    const payer = { name: 'Ana 🙂', email: 'ana@example.com', document: 7, address: 'ignored' };
    expect(read({ ...PAYMENT, payer }).details).toEqual({
      payer: { name: 'Ana 🙂', email: 'ana@example.com', document: null },
      payment_reference: 'n1',
    });
  });

  it.each([null, 'Ana', 7, true])('is read without a payer who is %j', (payer) => {
    expect(read({ ...PAYMENT, payer }).details).toEqual({ payer: null, payment_reference: 'n1' });
  });

  it.each`
    what                | text
    ${'empty'}          | ${''}
    ${'endless'}        | ${'x'.repeat(256)}
    ${'with NUL'}       | ${'a\0b'}
    ${'half of a pair'} | ${'\ud83d'}
    ${'not text'}       | ${['Ana']}
  `('is read although a field of the payer is $what: a payment is worth more than a name', ({ text }) => {
    expect(read({ ...PAYMENT, payer: { name: text, email: 'ana@example.com' } })).toMatchObject({
      id: 'n1',
      details: { payer: { name: null, email: 'ana@example.com' } },
    });
  });
});

describe('the signature', () => {
  it('is the HMAC-SHA256 of timestamp, dot and body', () => {
    const body = Buffer.from('{"a":1}');
    const digest = createHmac('sha256', SECRET).update('1893499200.{"a":1}').digest('hex');
    expect(notifications.sign('1893499200', body)).toBe(`sha256=${digest}`);
  });

  it('covers the exact bytes, even if they are not text', () => {
    const bytes = Buffer.concat([Buffer.from(JSON.stringify(PAYMENT)), Buffer.from([0x20])]);
    const signature = notifications.sign(TIMESTAMP, bytes);
    expect(read(bytes, { signature }).id).toBe('n1');
    expect(refusalOf(() => read(PAYMENT, { signature }))).toBe('INVALID_SIGNATURE');
  });

  it.each`
    what                     | signature
    ${'missing'}             | ${undefined}
    ${'empty'}               | ${''}
    ${'of zeros'}            | ${`sha256=${'0'.repeat(64)}`}
    ${'without its prefix'}  | ${notifications.sign(TIMESTAMP, Buffer.from(JSON.stringify(PAYMENT))).slice(7)}
    ${'in capitals'}         | ${notifications.sign(TIMESTAMP, Buffer.from(JSON.stringify(PAYMENT))).toUpperCase()}
    ${'cut short'}           | ${notifications.sign(TIMESTAMP, Buffer.from(JSON.stringify(PAYMENT))).slice(0, -1)}
    ${'with more behind it'} | ${`${notifications.sign(TIMESTAMP, Buffer.from(JSON.stringify(PAYMENT)))}0`}
    ${'of another secret'}   | ${new SandboxNotifications('sandbox', [Buffer.alloc(32, 6)]).sign(TIMESTAMP, Buffer.from(JSON.stringify(PAYMENT)))}
    ${'of another time'}     | ${notifications.sign(`${Number(TIMESTAMP) + 1}`, Buffer.from(JSON.stringify(PAYMENT)))}
    ${'of another body'}     | ${notifications.sign(TIMESTAMP, Buffer.from('{}'))}
    ${'sent twice'}          | ${['sha256=a', 'sha256=b']}
    ${'not ASCII'}           | ${'sha256=é'}
  `('that is $what is refused', ({ signature }) => {
    expect(refusalOf(() => read(PAYMENT, { signature }))).toBe('INVALID_SIGNATURE');
  });

  it.each`
    seconds  | code
    ${0}     | ${undefined}
    ${300}   | ${undefined}
    ${-300}  | ${undefined}
    ${301}   | ${'INVALID_SIGNATURE'}
    ${-301}  | ${'INVALID_SIGNATURE'}
    ${86400} | ${'INVALID_SIGNATURE'}
  `('that is $seconds seconds old gets $code', ({ seconds, code }) => {
    const now = new Date(NOW.getTime() + seconds * 1_000);
    expect(refusalOf(() => read(PAYMENT, { now }))).toBe(code);
  });

  it.each(['', 'now', '-1', '1e9', ` ${TIMESTAMP}`, `${TIMESTAMP}.5`, '9'.repeat(13), NOW.toISOString()])(
    'over the timestamp %j is refused, however right it is',
    (timestamp) => {
      expect(refusalOf(() => read(PAYMENT, { timestamp }))).toBe('INVALID_SIGNATURE');
    },
  );

  it('is checked before the body: an unsigned body is not even parsed', () => {
    expect(refusalOf(() => read('not JSON', { signature: 'sha256=0' }))).toBe('INVALID_SIGNATURE');
  });

  it('of one provider is not valid for another: their secrets differ', () => {
    const key = Buffer.alloc(32, 9);
    const secretOf = (provider: string) => SandboxNotifications.secretsFrom({ secretsKey: key }, provider)[0];
    expect(secretOf('sandbox').equals(secretOf('cards'))).toBe(false);
    expect(secretOf('sandbox').equals(key)).toBe(false);
  });

  it('made before a rotation of the key is accepted while the previous key is known', () => {
    const [secretsKey, secretsKeyPrevious] = [Buffer.alloc(32, 2), Buffer.alloc(32, 1)];
    const under = (keys: EncryptionKeys) =>
      new SandboxNotifications('sandbox', SandboxNotifications.secretsFrom(keys, 'sandbox'));
    const sent = under({ secretsKey: secretsKeyPrevious }).message(PAYMENT as SandboxNotification, NOW);

    expect(under({ secretsKey, secretsKeyPrevious }).read(sent).id).toBe('n1');
    expect(refusalOf(() => under({ secretsKey }).read(sent))).toBe('INVALID_SIGNATURE');
  });
});

describe('a signed body', () => {
  const { id: _id, ...withoutId } = PAYMENT;
  const { reference: _reference, ...withoutReference } = PAYMENT;
  const { amount: _amount, ...withoutAmount } = PAYMENT;
  const { currency: _currency, ...withoutCurrency } = PAYMENT;

  it.each`
    what                         | body
    ${'nothing'}                 | ${''}
    ${'not JSON'}                | ${'id=n1'}
    ${'half of JSON'}            | ${'{"id":"n1"'}
    ${'null'}                    | ${'null'}
    ${'a list'}                  | ${[PAYMENT]}
    ${'text'}                    | ${'"n1"'}
    ${'a number'}                | ${'7'}
    ${'not UTF-8'}               | ${Buffer.from([0xff, 0xfe])}
    ${'an empty object'}         | ${{}}
    ${'without an id'}           | ${withoutId}
    ${'with an empty id'}        | ${{ ...PAYMENT, id: '' }}
    ${'with a number for an id'} | ${{ ...PAYMENT, id: 1 }}
    ${'with an endless id'}      | ${{ ...PAYMENT, id: 'x'.repeat(129) }}
    ${'with NUL in its id'}      | ${{ ...PAYMENT, id: 'a\0b' }}
    ${'with half a pair in it'}  | ${{ ...PAYMENT, id: '\ud83d' }}
    ${'without a reference'}     | ${withoutReference}
    ${'with NUL in that'}        | ${{ ...PAYMENT, reference: 'a\0b' }}
    ${'of no type'}              | ${{ ...PAYMENT, type: undefined }}
    ${'of an unknown type'}      | ${{ ...PAYMENT, type: 'payment.refunded' }}
    ${'of an inherited type'}    | ${{ ...PAYMENT, type: 'toString' }}
    ${'without an amount'}       | ${withoutAmount}
    ${'with a number for one'}   | ${{ ...PAYMENT, amount: 15000 }}
    ${'with an exponent'}        | ${{ ...PAYMENT, amount: '15e3' }}
    ${'with NaN'}                | ${{ ...PAYMENT, amount: 'NaN' }}
    ${'with a zero amount'}      | ${{ ...PAYMENT, amount: '0.00' }}
    ${'with a negative amount'}  | ${{ ...PAYMENT, amount: '-15000.00' }}
    ${'settled without amount'}  | ${{ ...withoutAmount, type: 'debit.settled' }}
    ${'settled with zero'}       | ${{ ...PAYMENT, type: 'debit.settled', amount: '0' }}
    ${'settled negatively'}      | ${{ ...PAYMENT, type: 'debit.settled', amount: '-0.01' }}
    ${'settled in no currency'}  | ${{ ...withoutCurrency, type: 'debit.settled' }}
    ${'without a currency'}      | ${withoutCurrency}
    ${'in a list of currencies'} | ${{ ...PAYMENT, currency: ['ARS'] }}
  `('that is $what is malformed', ({ body }) => {
    expect(refusalOf(() => read(body))).toBe('MALFORMED_NOTIFICATION');
  });

  it('that names a member twice is malformed, whichever amount was meant', () => {
    const body = JSON.stringify(PAYMENT).replace('"amount":', '"amount":"1.00","amount":');
    expect(refusalOf(() => read(body))).toBe('MALFORMED_NOTIFICATION');
  });

  it.each([
    ['in an unknown currency', { amount: '15000.00', currency: 'XXX' }],
    ['finer than its currency', { amount: '15000.001', currency: 'ARS' }],
  ])('about money %s was refused as malformed: it is kept as the text that was sent', (_, money) => {
    expect(read({ ...PAYMENT, ...money })).toMatchObject({ amount: null, details: { unsupported_amount: money } });
  });
});
