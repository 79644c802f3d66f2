import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { SendRequest } from '../application/ports';
import { deliveryHeaders } from '../domain/delivery';
import { response, RawServer } from '../testing/raw-server';
import { GuardedHttpSender, type SenderOptions } from './guarded-http-sender';

const BODY = '{"url":"https://a/b","name":"São ✓"}';
const LOOPBACK = ['127.0.0.0/8', '::1/128'];

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((resource) => resource.stop()));
});

function aSender(options: Partial<SenderOptions> = {}): GuardedHttpSender {
  const sender = new GuardedHttpSender({
    allowedNetworks: LOOPBACK,
    connectionsPerOrigin: 8,
    deadlineMs: 5_000,
    ...options,
  });
  open.push({ stop: () => sender.close() });
  return sender;
}

async function aServer(onRequest: (socket: Socket, server: RawServer) => void): Promise<RawServer> {
  const server = await RawServer.start(onRequest);
  open.push(server);
  return server;
}

/** A server that returns 200 to everything. */
const aFriendlyServer = () => aServer((socket) => socket.write(response(200, 'thanks')));

const to = (url: string): SendRequest => ({ url, headers: { 'X-Test': '1' }, body: BODY });

describe('GuardedHttpSender', () => {
  describe('a request', () => {
    it('is a POST to the path and query, with the body byte for byte', async () => {
      const server = await aFriendlyServer();
      await aSender().send(to(server.url('/hook/x?a=b%20c')));
      expect(server.received).toMatch(/^POST \/hook\/x\?a=b%20c HTTP\/1\.1\r\n/);
      expect(server.received.endsWith(`\r\n\r\n${BODY}`)).toBe(true);
    });

    it('has the given headers, and only those others that HTTP needs', async () => {
      const server = await aFriendlyServer();
      const headers = deliveryHeaders({ deliveryId: 'd', attempt: 2 }, '1', 'sha256=ab');
      await aSender().send({ ...to(server.url()), headers });
      const names = [...server.received.matchAll(/^([\w-]+): /gm)].map(([, name]) => name?.toLowerCase());
      const own = ['host', 'connection', 'content-length'];
      expect(names.sort()).toEqual([...own, ...Object.keys(headers).map((name) => name.toLowerCase())].sort());
    });

    it('reuses connections', async () => {
      const server = await aFriendlyServer();
      const sender = aSender();
      for (let count = 0; count < 20; count++) await sender.send(to(server.url()));
      // One may still be busy with the end of a response when the next request comes.
      expect(server.connections).toBeLessThanOrEqual(2);
    });

    it('does not wait for other requests that are sent at the same time', async () => {
      const waiting: Socket[] = [];
      const server = await aServer((socket) => {
        if (waiting.push(socket) === 8) for (const each of waiting) each.write(response(200));
      });
      const sender = aSender();
      const results = await Promise.all(Array.from({ length: 8 }, () => sender.send(to(server.url()))));
      expect(results.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
    });
  });

  describe('a response', () => {
    it.each([200, 204, 299, 400, 404, 410, 500, 503])('is reported with its status %i', async (status) => {
      const server = await aServer((socket) => socket.write(response(status)));
      await expect(aSender().send(to(server.url()))).resolves.toMatchObject({ statusCode: status, error: null });
    });

    it('is kept as a text snippet', async () => {
      const server = await aServer((socket) => socket.write(response(500, 'cannot: ñandú')));
      await expect(aSender().send(to(server.url()))).resolves.toMatchObject({ responseSnippet: 'cannot: ñandú' });
    });

    it('has no snippet when it has no body', async () => {
      const server = await aServer((socket) => socket.write(response(200)));
      await expect(aSender().send(to(server.url()))).resolves.toMatchObject({ responseSnippet: null });
    });

    it('is kept without NUL characters and without a partial character at the end', async () => {
      const server = await aServer((socket) => socket.write(response(200, `a\0${'b'.repeat(1_021)}é`)));
      await expect(aSender().send(to(server.url()))).resolves.toMatchObject({
        responseSnippet: `a\u{fffd}${'b'.repeat(1_021)}`,
      });
    });

    it.each([301, 302, 303, 307, 308])('is not followed when it redirects with %i', async (status) => {
      const server = await aServer((socket, self) => {
        socket.write(response(status, '', [`Location: ${self.url('/second')}`]));
      });
      await expect(aSender().send(to(server.url('/first')))).resolves.toMatchObject({ statusCode: status });
      expect(server.received).not.toContain('/second');
    });

    it('is read up to 1 KiB only', async () => {
      let sent = 0;
      let hungUp: Promise<unknown> | undefined;
      const server = await aServer((socket) => {
        hungUp = once(socket, 'close');
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
        const flood = () => {
          if (socket.destroyed) return;
          sent += 16_384;
          socket.write(`4000\r\n${'x'.repeat(16_384)}\r\n`, () => setImmediate(flood));
        };
        flood();
      });
      const { responseSnippet } = await aSender().send(to(server.url()));
      await hungUp;
      expect(responseSnippet).toBe('x'.repeat(1_024));
      // What the system buffers on both sides is not read.
      expect(sent).toBeLessThan(4_000_000);
    });

    it('is not decompressed', async () => {
      const bomb = gzipSync(Buffer.alloc(20_000_000));
      const server = await aServer((socket) => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
        socket.write(bomb);
      });
      const { statusCode, responseSnippet } = await aSender().send(to(server.url()));
      expect(statusCode).toBe(200);
      expect(responseSnippet?.length).toBeLessThanOrEqual(1_024);
    });

    it('is classified by its status even if its body never ends', async () => {
      const server = await aServer((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf of'));
      const start = performance.now();
      await expect(aSender().send(to(server.url()))).resolves.toEqual({
        statusCode: 200,
        error: null,
        responseSnippet: 'half of',
      });
      expect(performance.now() - start).toBeLessThan(2_500);
    });
  });

  describe('a failure', () => {
    it('is a timeout when no response arrives, counted from the start', async () => {
      const server = await aServer(() => undefined);
      const start = performance.now();
      await expect(aSender({ deadlineMs: 150 }).send(to(server.url()))).resolves.toMatchObject({ error: 'timeout' });
      expect(performance.now() - start).toBeLessThan(1_500);
    });

    it('is a timeout when the response headers arrive too slowly', async () => {
      const server = await aServer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const timer = setInterval(() => socket.write('X-More: 1\r\n'), 20);
        socket.on('close', () => clearInterval(timer));
      });
      await expect(aSender({ deadlineMs: 200 }).send(to(server.url()))).resolves.toMatchObject({ error: 'timeout' });
    });

    it('is a timeout when the host name takes too long to resolve', async () => {
      const sender = aSender({ deadlineMs: 100, resolve: () => new Promise(() => undefined) });
      await expect(sender.send(to('http://slow.example/'))).resolves.toMatchObject({ error: 'timeout' });
    });

    it('is an immediate timeout when the same host name recently took too long to resolve', async () => {
      let fail: (error: Error) => void = () => undefined;
      const resolve = jest.fn(() => new Promise<never>((_, reject) => (fail = reject)));
      const sender = aSender({ deadlineMs: 50, resolve });
      const send = () => sender.send(to('http://slow.example/'));
      // The second shares the look-up of the first, which by now has taken longer than an attempt may.
      for (let count = 0; count < 2; count++) await expect(send()).resolves.toMatchObject({ error: 'timeout' });
      fail(Object.assign(new Error(), { code: 'EAI_AGAIN' }));
      await new Promise(setImmediate);
      await expect(send()).resolves.toMatchObject({ error: 'timeout' });
      expect(resolve).toHaveBeenCalledTimes(1);
    });

    it('is a refused connection when no server listens', async () => {
      const server = await aFriendlyServer();
      const url = server.url();
      await server.stop();
      await expect(aSender().send(to(url))).resolves.toEqual({
        statusCode: null,
        error: 'connection refused',
        responseSnippet: null,
      });
    });

    it('is a closed connection when the receiver hangs up', async () => {
      const server = await aServer((socket) => socket.destroy());
      await expect(aSender().send(to(server.url()))).resolves.toMatchObject({ error: 'connection closed' });
    });

    it.each([
      ['no HTTP at all', 'hello\r\n\r\n'],
      ['a head of 100 KiB', `HTTP/1.1 200 OK\r\nX-Big: ${'x'.repeat(100_000)}\r\n\r\n`],
    ])('is an invalid response when there is %s', async (_, text) => {
      const server = await aServer((socket) => socket.write(text));
      await expect(aSender().send(to(server.url()))).resolves.toMatchObject({ error: 'answer not understood' });
    });

    it('is a TLS error when the receiver of an https address speaks plain HTTP', async () => {
      const server = await RawServer.start(
        () => undefined,
        (socket) => socket.end(response(200)),
      );
      open.push(server);
      const url = server.url().replace('http:', 'https:');
      await expect(aSender().send(to(url))).resolves.toMatchObject({ error: 'TLS failed' });
    });

    it('is an unknown host when the name does not resolve', async () => {
      const resolve = () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }));
      await expect(aSender({ resolve }).send(to('http://gone.example/'))).resolves.toMatchObject({
        error: 'host not found',
      });
    });

    it('does not affect the next request', async () => {
      const failing = await aServer((socket) => socket.destroy());
      const server = await aFriendlyServer();
      const sender = aSender();
      await sender.send(to(failing.url()));
      await expect(sender.send(to(server.url()))).resolves.toMatchObject({ statusCode: 200 });
    });
  });

  describe('an address that is not allowed', () => {
    const rejected = { statusCode: null, error: 'address not allowed', responseSnippet: null };

    it.each([
      '127.0.0.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '127.1',
      '0.0.0.0',
      '0',
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::127.0.0.1]',
      '①②⑦.0.0.1',
      'localhost',
    ])('is rejected when it is written as %s', async (host) => {
      const server = await aFriendlyServer();
      await expect(aSender({ allowedNetworks: [] }).send(to(`http://${host}:${server.port}/`))).resolves.toEqual(
        rejected,
      );
      expect(server.connections).toBe(0);
    });

    it.each(['169.254.169.254', '10.0.0.1', '192.168.0.1', '100.100.100.200', '168.63.129.16', '[fd00:ec2::254]'])(
      'is rejected when it is %s',
      async (host) => {
        await expect(aSender().send(to(`http://${host}/`))).resolves.toEqual(rejected);
      },
    );

    it.each(['ftp://127.0.0.1/', 'file:///etc/passwd'])('is rejected when it is %s', async (url) => {
      await expect(aSender().send(to(url))).resolves.toEqual(rejected);
    });

    it('is rejected when a host name resolves to it', async () => {
      const sender = aSender({ resolve: async () => [{ address: '10.0.0.1', family: 4 }] });
      await expect(sender.send(to('http://inside.example/'))).resolves.toEqual(rejected);
    });

    it('is rejected when a host name resolves to it and to allowed addresses', async () => {
      const server = await aFriendlyServer();
      const addresses: LookupAddress[] = [
        { address: '127.0.0.1', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ];
      const sender = aSender({ resolve: async () => addresses });
      await expect(sender.send(to(`http://mixed.example:${server.port}/`))).resolves.toEqual(rejected);
      expect(server.connections).toBe(0);
    });

    it('is rejected when a host name resolves to no address', async () => {
      await expect(aSender({ resolve: async () => [] }).send(to('http://none.example/'))).resolves.toEqual(rejected);
    });

    it('is rejected on the next connection after the host name changes to it', async () => {
      const server = await aServer((socket) => socket.end(response(200, '', ['Connection: close'])));
      const responses = ['127.0.0.1', '10.0.0.1'];
      const sender = aSender({ resolve: async () => [{ address: responses.shift() ?? '', family: 4 }] });
      const url = `http://rebound.example:${server.port}/`;
      await expect(sender.send(to(url))).resolves.toMatchObject({ statusCode: 200 });
      await expect(sender.send(to(url))).resolves.toEqual(rejected);
      expect(server.connections).toBe(1);
    });

    it('cannot replace a checked address, because the name is resolved once', async () => {
      const server = await aFriendlyServer();
      const resolve = jest.fn(async () => [{ address: '127.0.0.1', family: 4 }]);
      await aSender({ resolve }).send(to(`http://shop.example:${server.port}/`));
      expect(resolve).toHaveBeenCalledTimes(1);
      expect(server.received).toContain(`\r\nhost: shop.example:${server.port}\r\n`);
    });
  });
});
