import { ConnectProxy } from '@app/platform/testing';
import type { LookupAddress } from 'node:dns';
import type { AddressInfo, Socket } from 'node:net';
import { createServer, type SecureVersion, type TlsOptions } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { CA, EXPIRED, OTHER_HOST, SELF_SIGNED, SERVER_KEY, VALID } from '@app/platform/testing';
import { response, RawServer } from '../testing/raw-server';
import { GuardedHttpSender, type SenderOptions } from './guarded-http-sender';

/** In place of the ten seconds of production. Tests that wait for the deadline use the short one. */
const DEADLINE_MS = 2_000;
const SHORT_MS = 200;
/** The beginning of a response may take half a second longer. */
const LATEST_MS = 2_500;
const FLAT_BYTES = 64_000_000;

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((resource) => resource.stop()));
});

const LOOPBACK: LookupAddress = { address: '127.0.0.1', family: 4 };
const PRIVATE: LookupAddress = { address: '10.0.0.1', family: 4 };

function aSender(options: Partial<SenderOptions> = {}): GuardedHttpSender {
  const sender = new GuardedHttpSender({
    allowedNetworks: ['127.0.0.0/8'],
    connectionsPerOrigin: 4,
    deadlineMs: DEADLINE_MS,
    resolve: async () => [LOOPBACK],
    authorities: CA,
    ...options,
  });
  open.push({ stop: () => sender.close() });
  return sender;
}

const impatient = (): GuardedHttpSender => aSender({ deadlineMs: SHORT_MS });

/** Sends to the address, and checks that it ended in time with hardly more memory than before. */
async function outcomeAt(url: string, sender = aSender()) {
  const [start, before] = [performance.now(), process.memoryUsage().rss];
  const result = await sender.send({ url, headers: {}, body: '{}' });
  expect(performance.now() - start).toBeLessThan(LATEST_MS);
  expect(process.memoryUsage().rss - before).toBeLessThan(FLAT_BYTES);
  return result;
}

async function aReceiver(onRequest: (socket: Socket) => void): Promise<string> {
  const server = await RawServer.start(onRequest);
  open.push(server);
  return server.url();
}

/** Writes the text again and again, as fast as the sender reads it or every `ms` milliseconds, until it hangs up. */
function repeat(socket: Socket, text: string, ms?: number): void {
  const again = () => {
    if (socket.destroyed) return;
    socket.write(text, () => (ms === undefined ? setImmediate(again) : setTimeout(again, ms)));
  };
  again();
}

const HEAD = 'HTTP/1.1 200 OK\r\n';
const timeout = { statusCode: null, error: 'timeout', responseSnippet: null };
const notUnderstood = { statusCode: null, error: 'answer not understood', responseSnippet: null };

describe('an attempt ends in time, and its outcome is recorded, at a receiver', () => {
  it('that accepts the connection and is silent', async () => {
    expect(await outcomeAt(await aReceiver(() => undefined), impatient())).toEqual(timeout);
  });

  it('that sends its head byte by byte', async () => {
    const url = await aReceiver((socket) => {
      socket.write(HEAD);
      repeat(socket, 'X', 5);
    });
    expect(await outcomeAt(url, impatient())).toEqual(timeout);
  });

  it('that sends header after header', async () => {
    const url = await aReceiver((socket) => {
      socket.write(HEAD);
      repeat(socket, 'X-More: 1\r\n'.repeat(1_000));
    });
    expect(await outcomeAt(url)).toEqual(notUnderstood);
  });

  it('that sends one giant header', async () => {
    const url = await aReceiver((socket) => {
      socket.write(`${HEAD}X-Giant: `);
      repeat(socket, 'x'.repeat(65_536));
    });
    expect(await outcomeAt(url)).toEqual(notUnderstood);
  });

  it.each([100, 102, 103])('that announces status %i without end', async (status) => {
    const url = await aReceiver((socket) => repeat(socket, `HTTP/1.1 ${status} X\r\n\r\n`));
    const { statusCode, error } = await outcomeAt(url, impatient());
    expect(statusCode).toBeNull();
    expect(['timeout', 'answer not understood', 'connection closed']).toContain(error);
  });

  it('that announces a status every few milliseconds', async () => {
    const url = await aReceiver((socket) => repeat(socket, 'HTTP/1.1 103 X\r\n\r\n', 5));
    expect(await outcomeAt(url, impatient())).toEqual(timeout);
  });

  it('that drips its body', async () => {
    const url = await aReceiver((socket) => {
      socket.write(`${HEAD}Content-Length: 100000\r\n\r\n`);
      repeat(socket, 'x', 5);
    });
    expect(await outcomeAt(url, aSender({ deadlineMs: 500 }))).toMatchObject({ statusCode: 200, error: null });
  });

  it('that sends a body without end', async () => {
    const url = await aReceiver((socket) => {
      socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`);
      repeat(socket, `10000\r\n${'x'.repeat(65_536)}\r\n`);
    });
    expect(await outcomeAt(url)).toEqual({ statusCode: 200, error: null, responseSnippet: 'x'.repeat(1_024) });
  });

  it('that announces a body of 10 GB', async () => {
    const url = await aReceiver((socket) => {
      socket.write(`${HEAD}Content-Length: 10000000000\r\n\r\n`);
      repeat(socket, 'x'.repeat(65_536));
    });
    expect(await outcomeAt(url)).toEqual({ statusCode: 200, error: null, responseSnippet: 'x'.repeat(1_024) });
  });

  it('that sends a gzip bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const url = await aReceiver((socket) => {
      socket.write(`${HEAD}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
      socket.write(bomb);
    });
    const { statusCode, responseSnippet } = await outcomeAt(url);
    expect(statusCode).toBe(200);
    expect(responseSnippet!.length).toBeLessThanOrEqual(1_024);
  });

  it('that resets the connection', async () => {
    const url = await aReceiver((socket) => socket.resetAndDestroy());
    expect(await outcomeAt(url)).toMatchObject({ statusCode: null, error: 'connection closed' });
  });

  it('that resets the connection in the middle of its body', async () => {
    const url = await aReceiver((socket) => {
      socket.write(`${HEAD}Content-Length: 100\r\n\r\nhalf`, () => socket.resetAndDestroy());
    });
    expect((await outcomeAt(url)).statusCode).toBe(200);
  });
});

describe('an https receiver', () => {
  async function at(options: TlsOptions): Promise<string> {
    const server = createServer({ key: SERVER_KEY, ...options }, (socket) => {
      socket.on('error', () => undefined).once('data', () => socket.end(response(200, 'ok')));
    });
    server.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, resolve));
    open.push({ stop: () => new Promise((resolve) => server.close(() => resolve())) });
    return `https://shop.example:${(server.address() as AddressInfo).port}/`;
  }
  const old: SecureVersion = 'TLSv1.1';

  it('gets the delivery when its certificate is valid', async () => {
    expect(await outcomeAt(await at({ cert: VALID }))).toMatchObject({ statusCode: 200, responseSnippet: 'ok' });
  });

  it.each([
    ['has expired', EXPIRED],
    ['is self-signed', SELF_SIGNED],
    ['is for another host', OTHER_HOST],
  ])('gets nothing when its certificate %s', async (_, cert) => {
    expect(await outcomeAt(await at({ cert }))).toMatchObject({ statusCode: null, error: 'certificate not accepted' });
  });

  it('gets nothing when its authority is not trusted', async () => {
    const url = await at({ cert: VALID });
    const sender = aSender({ authorities: SELF_SIGNED });
    expect(await outcomeAt(url, sender)).toMatchObject({ statusCode: null, error: 'certificate not accepted' });
  });

  it('gets nothing when it speaks only a TLS that is too old', async () => {
    const url = await at({ cert: VALID, minVersion: old, maxVersion: old, ciphers: 'DEFAULT@SECLEVEL=0' });
    expect(await outcomeAt(url)).toMatchObject({ statusCode: null, error: 'TLS failed' });
  });

  it('gets nothing when it never finishes the handshake', async () => {
    const server = await RawServer.start(() => undefined);
    open.push(server);
    const { statusCode, error } = await outcomeAt(
      server.url().replace('http://127.0.0.1', 'https://shop.example'),
      impatient(),
    );
    expect([statusCode, error]).toEqual([null, 'timeout']);
  });
});

describe('through EGRESS_PROXY', () => {
  const PUBLIC: LookupAddress = { address: '203.0.113.9', family: 4 };

  it('an https receiver is reached at the address that was checked, under its own name', async () => {
    const proxy = await ConnectProxy.start();
    const server = createServer({ key: SERVER_KEY, cert: VALID }, (socket) => {
      socket.on('error', () => undefined).once('data', () => socket.end(response(200, 'ok')));
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    open.push(proxy, { stop: () => new Promise((resolve) => server.close(() => resolve())) });
    const { port } = server.address() as AddressInfo;
    const sender = aSender({ proxy: proxy.url, allowedNetworks: ['203.0.113.0/24'], resolve: async () => [PUBLIC] });
    expect(await outcomeAt(`https://shop.example:${port}/`, sender)).toMatchObject({ statusCode: 200 });
    expect(proxy.targets).toEqual([`203.0.113.9:${port}`]);
  });

  it.each([
    ['whose name leads to a private address', 'http://inside.example/'],
    ['that is a private address', 'http://10.0.0.1/'],
  ])('a receiver %s is not asked for', async (_, url) => {
    const proxy = await ConnectProxy.start();
    open.push(proxy);
    const sender = aSender({ proxy: proxy.url, resolve: async () => [PRIVATE] });
    expect(await outcomeAt(url, sender)).toMatchObject({ statusCode: null, error: 'address not allowed' });
    expect(proxy.targets).toEqual([]);
  });

  it('a receiver is not reachable when the proxy rejects, and the response does not name the proxy', async () => {
    const proxy = await ConnectProxy.start();
    open.push(proxy);
    proxy.route = () => undefined;
    const sender = aSender({ proxy: proxy.url, allowedNetworks: ['203.0.113.0/24'], resolve: async () => [PUBLIC] });
    expect(await outcomeAt('http://shop.example/', sender)).toMatchObject({ error: 'host not reachable' });
  });
});

describe('a host name', () => {
  const rejected = { statusCode: null, error: 'address not allowed', responseSnippet: null };

  it.each([
    ['first', [PRIVATE, LOOPBACK]],
    ['last', [LOOPBACK, PRIVATE]],
    ['in IPv6', [LOOPBACK, { address: 'fd00::1', family: 6 }]],
    ['as IPv4 inside IPv6', [LOOPBACK, { address: '::ffff:10.0.0.1', family: 6 }]],
  ])('with one private address among allowed ones, %s, is not contacted', async (_, addresses) => {
    const server = await RawServer.start((socket) => socket.write(response(200)));
    open.push(server);
    const sender = aSender({ resolve: async () => addresses });
    expect(await outcomeAt(`http://mixed.example:${server.port}/`, sender)).toEqual(rejected);
    expect(server.connections).toBe(0);
  });

  it('that is rebound between the check and the connection is contacted at the address that was checked', async () => {
    const server = await RawServer.start((socket) => socket.write(response(200)));
    open.push(server);
    const responses = [[LOOPBACK], [PRIVATE]];
    const sender = aSender({ resolve: async () => responses.shift() ?? [PRIVATE] });
    expect((await outcomeAt(`http://rebound.example:${server.port}/`, sender)).statusCode).toBe(200);
    expect([server.connections, responses]).toEqual([1, [[PRIVATE]]]);
  });
});
