import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import {
  verifyWebhook,
  verifyWebhookSignature,
  WebhookVerificationError,
  type WebhookEvent,
  type WebhookHeaders,
} from './webhooks';

const SECRET = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const NOW = new Date(1_790_000_000_000);
const TIMESTAMP = '1790000000';
const COMPLETED = {
  id: '01a1fbac-f90f-7a39-b7d6-099153e4f12f',
  event: 'payment.completed',
  created_at: '2026-09-21T14:13:20.000Z',
  data: { payment_link_id: 'l1', credited_amount: '14265.00', fees: { collection: '735.00', conversion: '0.00' } },
};
const BODY = JSON.stringify(COMPLETED);

function signed(body: string | Uint8Array = BODY, secret = SECRET): { timestamp: string; signature: string } {
  const hex = createHmac('sha256', secret).update(`${TIMESTAMP}.`).update(body).digest('hex');
  return { timestamp: TIMESTAMP, signature: `sha256=${hex}` };
}

function headersOf({ timestamp, signature } = signed()): Record<string, string> {
  return { 'x-webhook-timestamp': timestamp, 'x-webhook-signature': signature };
}

const verify = (headers: WebhookHeaders = headersOf(), body: string | Uint8Array = BODY) =>
  verifyWebhook(body, headers, SECRET, { now: NOW });

function thrown(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('verifyWebhook', () => {
  it('returns the event', () => {
    expect(verify()).toEqual(COMPLETED);
  });

  it('returns it with the type that its name implies', () => {
    const describeEvent = (event: WebhookEvent): string => {
      switch (event.event) {
        case 'payment.completed':
        case 'payment.returned':
          return event.data.credited_amount;
        case 'payment_link.cancelled':
        case 'payment_link.expired':
          return event.data.payment_link_id;
        case 'payout.completed':
        case 'payout.failed':
          return event.data.payout_id;
        default:
          return 'later';
      }
    };
    expect(describeEvent(verify())).toBe('14265.00');
  });

  it('returns an event that this version does not know', () => {
    const body = JSON.stringify({ ...COMPLETED, event: 'refund.created' });
    expect(verify(headersOf(signed(body)), body).event).toBe('refund.created');
  });

  it('keeps the digits of amounts that come as numbers', () => {
    const body = BODY.replace('"14265.00"', '14265.00');
    expect(verify(headersOf(signed(body)), body)).toEqual(COMPLETED);
  });

  it('uses the clock when no time is given', () => {
    expect(thrown(() => verifyWebhook(BODY, headersOf(), SECRET, { now: undefined }))).toMatchObject({
      reason: 'timestamp_out_of_tolerance',
    });
  });

  it.each([
    '',
    'null',
    '[]',
    '"text"',
    '{}',
    '{"id":1}',
    BODY.replace('"data":{', '"data":[{').replace(/}$/, ']}'),
    BODY.slice(0, -1),
  ])('reports a signed body that is not an event as malformed: %s', (body) => {
    expect(thrown(() => verify(headersOf(signed(body)), body))).toMatchObject({ reason: 'malformed' });
  });

  it('does not parse a body that is not signed', () => {
    expect(thrown(() => verify(headersOf(), '{'))).toMatchObject({ reason: 'signature_mismatch' });
  });

  it('throws an error of its own class', () => {
    const error = thrown(() => verify({}));
    expect(error).toBeInstanceOf(WebhookVerificationError);
    expect(error).toMatchObject({ name: 'WebhookVerificationError', reason: 'missing_headers' });
  });
});

describe('Headers', () => {
  const { timestamp, signature } = signed();

  it.each<[string, WebhookHeaders]>([
    ['of fetch', new Headers({ 'X-Webhook-Timestamp': timestamp, 'X-Webhook-Signature': signature })],
    ['in upper case', { 'X-WEBHOOK-TIMESTAMP': timestamp, 'X-WEBHOOK-SIGNATURE': signature }],
    ['as lists of one', { 'x-webhook-timestamp': [timestamp], 'X-Webhook-Signature': [signature] }],
    ['among others', { host: 'a', 'set-cookie': ['a', 'b'], absent: undefined, get: 'a header', ...headersOf() }],
  ])('are read %s', (_, headers) => {
    expect(verify(headers)).toEqual(COMPLETED);
  });

  it('are read from a request of node:http, with the bytes of its body', async () => {
    const body = Buffer.from(JSON.stringify({ ...COMPLETED, data: { description: 'Café / 🎁' } }));
    const arrived = new Promise<[IncomingHttpHeaders, Buffer]>((resolve) => {
      const server = createServer((request, response) => {
        void buffer(request).then((bytes) => {
          response.end();
          server.close();
          resolve([request.headers, bytes]);
        });
      }).listen(0, '127.0.0.1', () => {
        const { port } = server.address() as AddressInfo;
        void fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: headersOf(signed(body)), body });
      });
    });
    const [headers, bytes] = await arrived;

    expect(verify(headers, bytes).data).toEqual({ description: 'Café / 🎁' });
  });

  it.each<[string, WebhookHeaders]>([
    ['none', {}],
    ['no timestamp', { 'x-webhook-signature': signature }],
    ['no signature', new Headers({ 'x-webhook-timestamp': timestamp })],
    ['an empty one', { ...headersOf(), 'x-webhook-signature': '' }],
    ['an empty list', { ...headersOf(), 'x-webhook-signature': [] }],
    ['one undefined', { ...headersOf(), 'x-webhook-timestamp': undefined }],
  ])('are missing: %s', (_, headers) => {
    expect(thrown(() => verify(headers))).toMatchObject({ reason: 'missing_headers' });
  });

  it('that came twice do not verify', () => {
    expect(thrown(() => verify({ ...headersOf(), 'x-webhook-signature': [signature, signature] }))).toMatchObject({
      reason: 'signature_mismatch',
    });
  });
});

describe('Secrets', () => {
  it.each([[['new', SECRET]], [[SECRET, 'old']], [[SECRET]]])('may be several during a rotation (%#)', (secrets) => {
    expect(verifyWebhook(BODY, headersOf(), secrets, { now: NOW })).toEqual(COMPLETED);
  });

  it('other than the one that signed reject the signature', () => {
    expect(thrown(() => verifyWebhook(BODY, headersOf(), ['new', 'old'], { now: NOW }))).toMatchObject({
      reason: 'signature_mismatch',
    });
  });

  it.each([[''], [[]], [['']], [[SECRET, '']], [undefined], [[undefined]], [Buffer.from('a')]])(
    'must not be %j, which would let anyone sign',
    (secret) => {
      expect(
        thrown(() => verifyWebhook(BODY, headersOf(signed(BODY, '')), secret as string, { now: NOW })),
      ).toBeInstanceOf(TypeError);
    },
  );
});

describe('The body', () => {
  it.each([[COMPLETED], [undefined], [null], [new ArrayBuffer(2)]])('must be what arrived, not %p', (body) => {
    expect(thrown(() => verifyWebhook(body as never, headersOf(), SECRET, { now: NOW }))).toBeInstanceOf(TypeError);
  });
});

describe('The tolerance', () => {
  const at = (seconds: number, toleranceSeconds?: number) => () =>
    verifyWebhookSignature(BODY, headersOf(), SECRET, {
      now: new Date(NOW.getTime() + seconds * 1_000),
      toleranceSeconds,
    });

  it.each([-300, 0, 300, 300.999])('accepts a difference of %d s', (seconds) => {
    expect(at(seconds)).not.toThrow();
  });

  it.each([-301, 301])('rejects a difference of %d s', (seconds) => {
    expect(thrown(at(seconds))).toMatchObject({ reason: 'timestamp_out_of_tolerance' });
  });

  it('can be changed', () => {
    expect(at(60, 60)).not.toThrow();
    expect(thrown(at(61, 60))).toMatchObject({ reason: 'timestamp_out_of_tolerance' });
  });

  it.each([[{ toleranceSeconds: Number.NaN }], [{ now: new Date(Number.NaN) }]])(
    'rejects everything when it is not a number: %p',
    (options) => {
      const run = () => verifyWebhookSignature(BODY, headersOf(), SECRET, { now: NOW, ...options });
      expect(thrown(run)).toMatchObject({ reason: 'timestamp_out_of_tolerance' });
    },
  );
});
