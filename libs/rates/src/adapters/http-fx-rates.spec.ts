import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { MockAgent } from 'undici';
import { RateSourceError } from '../domain/errors';
import { fxRatesContract } from '../testing/fx-rates.contract';
import { HttpFxRates } from './http-fx-rates';

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function aSource(listener: RequestListener, options: { timeoutMs?: number; maxBytes?: number } = {}) {
  const listening = createServer(listener);
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return new HttpFxRates({ url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}/latest`, ...options });
}

function responding(body: unknown, status = 200): Promise<HttpFxRates> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return aSource((_request, response) => response.writeHead(status).end(text));
}

describe('an HTTP source of rates', () => {
  fxRatesContract(() => responding({ base: 'USD', rates: { USD: 1, ARS: 1400.5, BRL: '5.4', XAU: 0.0004 } }));

  it('returns its rates, numbers or text, with their date', async () => {
    const source = await responding(
      '{"base":"USD","rates":{"ARS":1400.10,"BRL":"5.40"},"as_of":"2026-01-01T10:00:00Z"}',
    );
    const asOf = new Date('2026-01-01T10:00:00Z');
    await expect(source.fetch()).resolves.toEqual([
      { base: 'USD', quote: 'ARS', value: '1400.1', asOf, validUntil: null },
      { base: 'USD', quote: 'BRL', value: '5.40', asOf, validUntil: null },
    ]);
  });

  it('may date its rates with a day, until the next ones must have come', async () => {
    const source = await responding({ base: 'USD', rates: { ARS: 1400 }, as_of: '2026-11-27' });
    await expect(source.fetch()).resolves.toMatchObject([{ validUntil: new Date('2026-12-02T12:00:00Z') }]);
  });

  it('may omit the date; its own base is not a rate', async () => {
    const source = await responding({ base: 'USD', rates: { USD: 1, MXN: 18 } });
    await expect(source.fetch()).resolves.toEqual([
      { base: 'USD', quote: 'MXN', value: '18', asOf: null, validUntil: null },
    ]);
  });

  it('passes a value of another type on to the review, as not a number', async () => {
    const source = await responding({ base: 'USD', rates: { ARS: null, BRL: { v: 5 } } });
    expect((await source.fetch()).map((rate) => rate.value)).toEqual(['', '']);
  });

  const RATES = '{"base":"USD","rates":{"ARS":1400}}';

  it('may begin with a byte-order mark', async () => {
    await expect((await responding(`\u{feff}${RATES}`)).fetch()).resolves.toHaveLength(1);
  });

  it.each(['gzip', 'x-gzip', 'GZIP'])('may respond in %s', async (coding) => {
    const source = await aSource((_request, response) =>
      response.writeHead(200, { 'content-encoding': coding }).end(gzipSync(RATES)),
    );
    await expect(source.fetch()).resolves.toHaveLength(1);
  });

  it.each([
    ['a gzip bomb', 'gzip', gzipSync(Buffer.alloc(5_000_000)), 'sent too much'],
    ['broken gzip', 'gzip', Buffer.from('none'), 'could not be read: incorrect header check'],
    ['another coding', 'br', Buffer.from('none'), 'Content-Encoding'],
  ])('fails when it returns %s', async (_what, coding, bytes, message) => {
    const source = await aSource((_request, response) =>
      response.writeHead(200, { 'content-encoding': coding }).end(bytes),
    );
    await expect(source.fetch()).rejects.toThrow(message);
  });

  it('fails with the reasons of all addresses of its name', async () => {
    const dispatcher = new MockAgent();
    const rejected = new AggregateError(
      [new Error('connect ECONNREFUSED ::1'), new Error('connect ETIMEDOUT 192.0.2.1')],
      '',
    );
    dispatcher.get('https://rates.example').intercept({ path: '/' }).replyWithError(rejected);
    const source = new HttpFxRates({ url: 'https://rates.example/', dispatcher });
    await expect(source.fetch()).rejects.toThrow('read: connect ECONNREFUSED ::1, connect ETIMEDOUT 192.0.2.1');
  });

  it.each([
    ['another status', respondingLater({ base: 'USD', rates: {} }, 500)],
    ['a redirect', respondingLater('', 302)],
    ['no JSON', respondingLater('<html>')],
    ['a list', respondingLater([])],
    ['null', respondingLater('null')],
    ['another base', respondingLater({ base: 'EUR', rates: { USD: 1.1 } })],
    ['no rates', respondingLater({ base: 'USD' })],
    ['a list of rates', respondingLater({ base: 'USD', rates: [1] })],
    ['an invalid date', respondingLater({ base: 'USD', rates: {}, as_of: 'yesterday' })],
    ['a date that is not text', respondingLater({ base: 'USD', rates: {}, as_of: 1767225600 })],
  ])('fails when it returns %s', async (_what, response) => {
    await expect((await response()).fetch()).rejects.toThrow(RateSourceError);
  });

  it('fails when its response is too large', async () => {
    const source = await aSource((_request, response) => response.end('x'.repeat(2_000)), { maxBytes: 1_000 });
    await expect(source.fetch()).rejects.toThrow('sent too much');
  });

  it('fails when it does not respond in time', async () => {
    const source = await aSource(() => undefined, { timeoutMs: 50 });
    await expect(source.fetch()).rejects.toThrow(RateSourceError);
  });

  it('fails when its response does not end in time', async () => {
    const source = await aSource((_request, response) => void response.write('{'), { timeoutMs: 50 });
    await expect(source.fetch()).rejects.toThrow(RateSourceError);
  });

  it('fails when it is not reachable', async () => {
    const source = await responding({});
    await new Promise((resolve) => server?.close(resolve));
    await expect(source.fetch()).rejects.toThrow(RateSourceError);
  });
});

function respondingLater(body: unknown, status?: number): () => Promise<HttpFxRates> {
  return () => responding(body, status);
}
