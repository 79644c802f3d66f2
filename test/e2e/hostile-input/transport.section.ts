import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { isOurs } from '../../support/response-faults';
import { LINK } from '../../support/external-operations';
import type { HttpResponse } from '../../support/http-client';
import { holds, NO_OBJECTS } from '../../support/hostile-input';
import { BODY_OPERATIONS, type BodyOperation } from '../../support/hostile-operations';
import { InputTrial, type Asked, type Sender } from '../../support/input-trial';
import { responseIn, exchange } from '../../support/raw-http';

/** The number of bytes that the parser reads for `100kb`. */
const LIMIT = 102_400;

/** Twenty thousand bytes that decompress to twenty million. */
const BOMB = gzipSync(Buffer.alloc(20_000_000, ' '));

/**
 * Invalid UTF-8: a stray byte, a truncated character, half a surrogate pair, an overlong form, and another encoding.
 */
const NOT_UTF_8 = [[0xff], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80], [0xc0, 0xaf], [...Buffer.from('Café', 'latin1')]];

type Headers = readonly (readonly [string, string])[];

let trial: InputTrial;

beforeAll(async () => {
  trial = await InputTrial.ofThisFile();
});

/** The valid body of an operation, filled up to that length with an unknown member. */
function bodyOf({ good }: BodyOperation, length?: number): Buffer {
  const members = Object.entries(good()).map(([field, value]) => `"${field}":${value}`);
  const empty = `{${[...members, '"padding":""'].join()}}`;
  const padding = 'x'.repeat(Math.max(0, (length ?? 0) - Buffer.byteLength(empty)));
  return Buffer.from(empty.replace('"padding":""', `"padding":"${padding}"`));
}

/** The body in chunks of odd sizes. */
function chunked(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += 4_099) {
    const part = body.subarray(at, at + 4_099);
    parts.push(Buffer.from(`${part.length.toString(16)};ext=1\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

const WAYS: readonly (readonly [string, Headers, (body: Buffer) => Buffer])[] = [
  ['as it is', [], (body) => body],
  ['in chunks', [['Transfer-Encoding', 'chunked']], chunked],
  ['with a coding that is none', [['Content-Encoding', 'UTF-8']], (body) => body],
  ['under the charset utf8', [['Content-Type', 'application/json; charset="UTF8"']], (body) => body],
  ['under the charset of another encoding', [['Content-Type', 'text/plain; charset=ISO-8859-1']], (body) => body],
];

/** The operations that take a body; the others ignore any body. */
const TAKING = BODY_OPERATIONS.filter(({ ignoresBody }) => !ignoresBody);

/** The plain way, and one of the others in turn: one parser reads the bodies of all operations. */
function waysOf(operation: BodyOperation) {
  const [asItIs, ...others] = WAYS;
  return [asItIs!, others[TAKING.indexOf(operation) % others.length]!];
}

async function requestOf(operation: BodyOperation, headers: Headers, body?: Buffer): Promise<Asked> {
  const { name, as, rejectionWrites = [] } = operation;
  await operation.before?.(trial);
  const target = await trial.once(name, operation.target);
  return { as, method: name.split(' ')[0]!, target, headers, rejectionWrites, ...(body && { body }) };
}

async function post(operation: BodyOperation, headers: Headers, body?: Buffer) {
  return trial.ask(await requestOf(operation, headers, body));
}

/** The responses to requests that must all be rejected, and must write nothing. */
async function rejections(operation: BodyOperation, requests: readonly (readonly [Headers, Buffer])[]) {
  await trial.once(operation.name, operation.target);
  const responses: HttpResponse[] = [];
  await trial.writingNothing(async () => {
    for (const [headers, body] of requests) responses.push(await trial.send(await requestOf(operation, headers, body)));
  }, operation.rejectionWrites);
  return responses;
}

describe('a body, in any encoding', () => {
  const operations = TAKING.map((operation) => [operation.name, operation] as const);
  const ignoring = BODY_OPERATIONS.filter((operation) => !TAKING.includes(operation));

  it.each(operations)('%s: is read up to exactly 100 kB', async (_name, operation) => {
    for (const [way, headers, encode] of waysOf(operation)) {
      const body = bodyOf(operation, LIMIT);
      const fits = await post(operation, headers, encode(body));
      if (fits.status < 400) await operation.kept(trial, JSON.parse(body.toString()), fits.body.data);
      const isTooLong = await post(operation, headers, encode(bodyOf(operation, LIMIT + 1)));

      expect([way, fits.status === 413, isTooLong.status, isTooLong.body.code]).toEqual([
        way,
        false,
        413,
        'PAYLOAD_TOO_LARGE',
      ]);
    }
  });

  it.each(operations)('%s: is rejected in any coding, naming Content-Encoding', async (_name, operation) => {
    const good = bodyOf(operation);
    const coded: [string, Buffer][] = [
      ['gzip', gzipSync(good)],
      ['deflate', deflateSync(good)],
      ['br', brotliCompressSync(good)],
      ['gzip', BOMB],
      ...['gzip', 'zip', 'identity, gzip', '__proto__'].map((name): [string, Buffer] => [name, good]),
    ];
    const responses = await rejections(
      operation,
      coded.map(([name, body]) => [[['Content-Encoding', name]], body] as const),
    );
    expect(responses.map(({ status, body }) => [status, body.code, body.message])).toEqual(
      coded.map(() => [422, 'VALIDATION_FAILED', expect.stringContaining('Content-Encoding')]),
    );
  });

  it.each(ignoring.map((operation) => [operation.name, operation] as const))(
    '%s: is ignored, whatever it is',
    async (_name, operation) => {
      const bodies = ['[]', 'null', '{"a":', '"x"', '[{"amount":1}]', '\u0000'].map((text) => Buffer.from(text));
      const ways: [Headers, Buffer][] = [
        ...bodies.map((body): [Headers, Buffer] => [[], body]),
        [[], Buffer.from('{"a":"Café"}', 'latin1')],
        [[['Content-Encoding', 'gzip']], gzipSync('{}')],
      ];
      for (const [headers, body] of ways) {
        const response = await post(operation, headers, body);
        // A link that was cancelled before is rejected for that, and not for the body.
        expect([undefined, 'PAYMENT_LINK_NOT_ACTIVE', 'CARD_PAYMENT_LINK_NOT_ACTIVE']).toContain(response.body.code);
        if (response.status < 300) await operation.kept(trial, {}, response.body.data);
      }
    },
  );

  it.each(operations)('%s: is rejected when it is not UTF-8, naming Content-Type', async (_name, operation) => {
    const [before = '', after = ''] = bodyOf(operation).toString().split('"padding":"');
    const requests = NOT_UTF_8.map((bytes) => {
      const body = Buffer.concat([Buffer.from(`${before}"padding":"`), Buffer.from(bytes), Buffer.from(after)]);
      return [[], body] as const;
    });
    const responses = await rejections(operation, requests);
    expect(responses.map(({ status, body }) => [status, body.code, body.message])).toEqual(
      NOT_UTF_8.map(() => [422, 'VALIDATION_FAILED', expect.stringContaining('Content-Type')]),
    );
  });

  it.each(operations)('%s: can be absent in every way that HTTP allows', async (_name, operation) => {
    const ways: [Headers, Buffer?][] = [
      [[]],
      [[['Content-Length', '0']]],
      [[['Transfer-Encoding', 'chunked']], Buffer.from('0\r\n\r\n')],
      [[], Buffer.from('{}')],
    ];
    const responses: HttpResponse[] = [];
    for (const [headers, body] of ways) {
      const response = await post(operation, headers, body);
      if (response.status < 400) await operation.kept(trial, {}, response.body.data);
      responses.push(response);
    }

    const outcomes = responses.map(({ status, body }) => JSON.stringify([status, body.code, body.errors]));
    expect(new Set(outcomes).size).toBe(1);
  });

  it('is read as JSON with any content type', async () => {
    const type = fc.oneof(
      fc.constantFrom('text/html', 'multipart/form-data; boundary=x', 'application/xml', ';;;', '*/*', 'a/b; charset='),
      fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)), maxLength: 60 }),
    );
    await holds(type, async (text) => {
      const body = '{"amount":500,"origin":"BRL","destination":"ARS"}';
      const target = '/v1/conversions/quote';
      const { status } = await trial.ask({
        as: 'key',
        method: 'POST',
        target,
        headers: [['Content-Type', text]],
        body,
      });
      expect(status).toBe(200);
    });
  });
});

describe('an invalid HTTP request', () => {
  const link = JSON.stringify(LINK);
  const smuggled = 'DELETE /v1/webhooks HTTP/1.1\r\nHost: x\r\n\r\n';
  const post = (headers: string, body = link) =>
    `POST /v1/payment-links HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\n${headers}\r\n\r\n${body}`;
  const get = (target: string, headers = 'Host: x\r\nAuthorization: Bearer {key}') =>
    `GET ${target} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`;
  const length = `Content-Length: ${link.length}`;
  const many = Array.from({ length: 3_000 }, (_, index) => `X-${index}: 1`).join('\r\n');

  it.each<[string, string]>([
    ['two lengths', post(`${length}\r\nContent-Length: 1`)],
    ['a length and chunks', post(`${length}\r\nTransfer-Encoding: chunked`, `0\r\n\r\n${smuggled}`)],
    ['a length that is negative', post('Content-Length: -1')],
    ['a length with a sign', post(`Content-Length: +${link.length}`)],
    ['a length in hexadecimal', post(`Content-Length: 0x${link.length.toString(16)}`)],
    ['a length that is a list', post(`Content-Length: ${link.length}, ${link.length}`)],
    ['a length beyond all numbers', post('Content-Length: 99999999999999999999999999')],
    ['an unknown transfer encoding', post('Transfer-Encoding: gzip')],
    ['chunked before another encoding', post('Transfer-Encoding: chunked, identity')],
    ['a chunk of no size', post('Transfer-Encoding: chunked', `zz\r\n${link}\r\n0\r\n\r\n`)],
    ['a chunk longer than it says', post('Transfer-Encoding: chunked', `1\r\n${link}\r\n0\r\n\r\n`)],
    ['a space before a colon', post(`Content-Length : ${link.length}`)],
    ['a header without a colon', post(`${length}\r\nX-Request-Id`)],
    ['a header that continues in the next line', post(`${length}\r\nX-Request-Id: a\r\n b`)],
    ['a header that begins with a space', post(` ${length}`)],
    ['a header with NUL', post(`${length}\r\nX-Request-Id: a\0b`)],
    ['a header with a bare line feed', post(`${length}\r\nX-Request-Id: a\nX-Evil: 1`)],
    ['a header with a bare carriage return', post(`${length}\r\nX-Request-Id: a\rX-Evil: 1`)],
    ['a header of another alphabet', post(`${length}\r\nÜ: 1`)],
    ['an expectation that cannot be met', post(`${length}\r\nExpect: a-miracle\r\nConnection: close`)],
    ['a header that is too long', post(`${length}\r\nX-Long: ${'x'.repeat(40_000)}`)],
    ['headers that are too many', post(`${length}\r\n${many}`)],
    ['no host', get('/v1/wallets', 'Authorization: Bearer {key}')],
    ['NUL in the path', get('/v1/payment-links/\0')],
    ['a path that is too long', get(`/v1/wallets?${'x'.repeat(40_000)}`)],
    ['a path without its slash', get('v1/wallets')],
    ['a method in lower case', get('/v1/wallets').replace('GET', 'get')],
    ['an unknown method', get('/v1/wallets').replace('GET', 'STEAL')],
    ['an unknown version', get('/v1/wallets').replace('1.1', '9.9')],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003\r\n\r\n'],
    ['garbage', '\u0000\u00ff\r\n\r\n'],
  ])('%s: is rejected with an empty response, and the connection is closed', async (_what, text) => {
    await trial.writingNothing(async () => {
      const bytes = Buffer.from(text.replace('{key}', trial.merchant.apiKey), 'latin1');
      const response = responseIn(await exchange(trial.service.api.port, bytes), 'POST');

      expect([400, 417, 431]).toContain(response.status);
      expect([response.text, response.rest, response.headers.connection]).toEqual(['', '', 'close']);
    });
  });

  it('CONNECT: closes the connection', async () => {
    const bytes = Buffer.from('CONNECT 127.0.0.1:5432 HTTP/1.1\r\nHost: x\r\n\r\n');

    expect((await exchange(trial.service.api.port, bytes)).toString()).toBe('');
  });

  it.each<[string, Sender, string]>([
    ['an absolute address', 'key', 'http://evil.example/v1/wallets'],
    ['an address with a name and a password', 'key', 'http://user:secret@evil.example/v1/wallets'],
  ])('%s: is handled by this service only', async (_what, as, target) => {
    const { status, text } = await trial.ask({ as, method: 'GET', target });

    expect(status).toBe(200);
    expect(text).not.toContain('evil');
  });

  it('a body that looks like a request: is treated as a body', async () => {
    const body = NO_OBJECTS.find(({ content }) => content.toString().includes('HTTP/1.1'))!.content;
    const response = await trial.ask({ as: 'key', method: 'POST', target: '/v1/payment-links', body });

    expect([isOurs(response), response.status]).toEqual([true, 422]);
  });
});
