import type { Application, Request, Response } from 'express';
import { once } from 'node:events';
import { ServerResponse, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { ConnectionBounds, ConnectionLimits } from './connections';
import { FastExpressAdapter } from './fast-express.adapter';

const NO_LIMITS: ConnectionLimits = { maxConnectionsPerIp: 1_000, trustProxy: 0 };
/** More than the buffers of both ends of a connection take. */
const ENDLESS = Buffer.alloc(64 * 1024 * 1024);
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

describe('the connections of the API', () => {
  let server: Server;
  let clients: Socket[];
  let asked: string[];

  beforeEach(() => {
    [clients, asked] = [[], []];
  });

  afterEach(async () => {
    clients.forEach((client) => client.destroy());
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** Responds to /number with the number, /endless with 64 MB, and /pending when the test says so. */
  async function serve(
    limits: Partial<ConnectionLimits> = {},
    bounds?: Partial<ConnectionBounds>,
  ): Promise<Response[]> {
    const adapter = new FastExpressAdapter({ ...NO_LIMITS, ...limits }, bounds);
    adapter.initHttpServer();
    server = adapter.getHttpServer() as Server;
    const pending: Response[] = [];
    (adapter.getInstance() as Application).use((request: Request, response: Response) => {
      asked.push(request.path);
      if (request.path === '/pending') pending.push(response);
      else if (request.path === '/file') response.type('text/csv').end(ENDLESS);
      else response.end(request.path === '/endless' ? ENDLESS : request.path);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return pending;
  }

  async function client(): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    clients.push(socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  }

  async function textUntil(socket: Socket, end: string): Promise<string> {
    let text = '';
    for await (const chunk of socket) {
      text += String(chunk);
      if (text.endsWith(end)) break;
    }
    return text;
  }

  it('do not prepare the responses of pipelined requests that the client does not read', async () => {
    await serve();
    const socket = await client();

    socket.write(get('/endless') + get('/1').repeat(10));
    const [first] = (await once(server, 'request')) as [Request];
    // All of the requests have been read when the last one was.
    while (first.socket.bytesRead < Buffer.byteLength(get('/endless') + get('/1').repeat(10))) {
      await new Promise(setImmediate);
    }

    expect(asked).toEqual(['/endless']);
  });

  it('responds to pipelined requests in their order', async () => {
    await serve();
    const socket = await client();

    socket.write(['/1', '/2', '/3'].map(get).join(''));

    const text = await textUntil(socket, '/3');
    expect(text.match(/\/\d$|\/\d(?=HTTP)/g)).toEqual(['/1', '/2', '/3']);
  });

  it('responds to a request that arrives after the response to an earlier one', async () => {
    await serve();
    const socket = await client();
    socket.write(get('/1'));
    await once(socket, 'data');

    socket.write(get('/2'));

    await once(socket, 'data');
    expect(asked).toEqual(['/1', '/2']);
  });

  it('end when the client sends hundreds of requests ahead and reads nothing', async () => {
    await serve();
    const socket = await client();

    let parsed = 0;
    server.on('request', () => (parsed += 1));

    socket.write(get('/endless') + get('/1').repeat(600));
    socket.resume();

    await once(socket, 'close');
    expect(asked).toEqual(['/endless']);
    expect(parsed).toBeLessThan(20);
  });

  it.each([
    ['no host', 'GET /1 HTTP/1.1\r\n\r\n'],
    ['an expectation that cannot be met', 'GET /1 HTTP/1.1\r\nHost: localhost\r\nExpect: a-miracle\r\n\r\n'],
  ])('end when the client sends hundreds of requests ahead that have %s', async (_what, rejected) => {
    await serve();
    const responses = jest.spyOn(ServerResponse.prototype, 'writeHead');
    const socket = await client();

    socket.write(get('/endless') + rejected.repeat(600));
    socket.resume();

    await once(socket, 'close');
    expect(asked).toEqual(['/endless']);
    expect(responses.mock.calls.length).toBeLessThan(20);
    responses.mockRestore();
  });

  it('end when the client does not take the response', async () => {
    await serve({}, { silenceMs: 50 });
    const socket = await client();

    socket.write(get('/endless'));
    const [{ socket: atServer }] = (await once(server, 'request')) as [Request];

    await once(atServer, 'close');
    expect(atServer.bytesWritten).toBeGreaterThan(0);
  });

  it('last while the response is not ready', async () => {
    // On a busy machine, the request must arrive before the connection counts as silent.
    const pending = await serve({}, { silenceMs: 500 });
    const socket = await client();
    socket.write(get('/pending'));
    await once(server, 'timeout');
    await once(server, 'timeout');

    pending[0]!.end('ready');

    expect(await textUntil(socket, 'ready')).toContain('200 OK');
  });

  describe('of a client that takes a little all the time', () => {
    /** Reads about `bytes` every few milliseconds, so that the connection is never silent. */
    async function reads(path: string, bytes: number): Promise<Socket> {
      const socket = await client();
      const timer = setInterval(() => socket.read(bytes), 2);
      socket.once('close', () => clearInterval(timer));
      socket.pause().write(get(path));
      return socket;
    }
    /** The server's end of the connection. */
    const atServer = async () => ((await once(server, 'request')) as [Request])[0].socket;

    it('end before the time for a whole response is over (rule 16.4)', async () => {
      await serve({}, { pace: { wholeMs: 120, fileBytesPerSecond: 1 } });
      const request = atServer();
      await reads('/endless', 65_536);
      const started = performance.now();

      await once(await request, 'close');

      expect(performance.now() - started).toBeLessThan(1_000);
    });

    it('end when a file is taken more slowly than the least rate', async () => {
      await serve({}, { pace: { wholeMs: 120, fileBytesPerSecond: 1e12 } });
      const request = atServer();
      await reads('/file', 65_536);

      await expect(once(await request, 'close')).resolves.toBeDefined();
    });

    it('last while the response is not ready', async () => {
      const pending = await serve({}, { pace: { wholeMs: 12, fileBytesPerSecond: 1 } });
      const socket = await client();
      socket.write(get('/pending'));
      await once(server, 'request');
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 2));

      pending[0]!.end('ready');

      expect(await textUntil(socket, 'ready')).toContain('200 OK');
    });
  });

  it('leave room for other addresses when a few hold most of them', async () => {
    await serve({ maxConnectionsPerIp: 100 }, { connections: 25 });
    const closed: Socket[] = [];
    for (let count = 0; count < 25; count++) {
      const socket = await client();
      socket.once('close', () => closed.push(socket)).resume();
    }
    while (closed.length < 5) await new Promise(setImmediate);

    expect(await new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(20);
  });

  it('end when the client sends nothing', async () => {
    await serve({}, { silenceMs: 20 });
    const socket = await client();
    socket.resume();

    await once(socket, 'close');
    expect(asked).toEqual([]);
  });

  describe('of one address', () => {
    const isAdmitted = async () => {
      const socket = await client();
      socket.write(get('/1'));
      const responded = once(socket, 'data').then(() => true);
      return Promise.race([responded, once(socket, 'close').then(() => false)]);
    };

    it('are rejected beyond the limit, until one of them ends', async () => {
      await serve({ maxConnectionsPerIp: 2 });
      expect([await isAdmitted(), await isAdmitted(), await isAdmitted()]).toEqual([true, true, false]);

      clients[0]!.destroy();
      while ((await new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))) > 1) {
        await new Promise(setImmediate);
      }

      expect(await isAdmitted()).toBe(true);
    });

    it.each([
      ['a proxy in the trusted networks', ['10.0.0.0/8', '127.0.0.0/8'], [true, true]],
      ['another address', ['10.0.0.0/8', '::1/128'], [true, false]],
      ['any proxy, when their hops are counted', 1, [true, true]],
    ])('are limited by who it is: %s', async (_what, trustProxy, admitted) => {
      await serve({ maxConnectionsPerIp: 1, trustProxy });

      expect([await isAdmitted(), await isAdmitted()]).toEqual(admitted);
    });
  });
});
