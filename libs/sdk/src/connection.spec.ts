import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ServicePay } from './client';
import { ServicePayConnectionError } from './errors';
import { API_KEY, failureOf, FakeApi, ordinary, success, type Script } from './testing/fake-api';

const silence: Script = () => undefined;
const halfAResponse: Script = (response) => {
  response.writeHead(200);
  response.write('{"success":true,');
};

let api: FakeApi;
beforeAll(async () => {
  api = await FakeApi.start();
});
afterAll(() => api.stop());

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('A connection failure', () => {
  it('is a connection error with the code of the system', async () => {
    const client = api.client({ baseUrl: `http://127.0.0.1:${await closedPort()}`, maxRetries: 0 });
    const error = await failureOf(client.wallets.list({ requestId: 'mine' }));

    expect(error).toBeInstanceOf(ServicePayConnectionError);
    expect(error).toMatchObject({
      name: 'ServicePayConnectionError',
      reason: 'network',
      code: 'ECONNREFUSED',
      message: expect.stringContaining('ECONNREFUSED'),
      requestId: 'mine',
      attempts: 1,
    });
  });

  it.each([undefined, null, 'text', 7, {}, { cause: null }, { cause: 'text' }, { cause: { code: 5, message: {} } }])(
    'is one also when fetch rejects with %p',
    async (thrown) => {
      const fetch = jest.fn().mockRejectedValue(thrown);
      const error = await failureOf(api.client({ fetch }).wallets.list());
      expect(error).toMatchObject({ name: 'ServicePayConnectionError', reason: 'network', attempts: 2 });
    },
  );

  it('is one when the response is not HTTP', async () => {
    api.respondWith((response) => response.socket?.end('nonsense\r\n\r\n'));
    expect(await failureOf(api.client().wallets.list())).toMatchObject({ reason: 'network' });
  });

  it('is over when the server is back', async () => {
    api.respondWith((response) => response.destroy(), { body: success([]) });
    await expect(api.client().wallets.list()).resolves.toEqual([]);
  });
});

describe('The time limit', () => {
  it.each([
    ['nothing gets a response', silence],
    ['the response does not end', halfAResponse],
  ])('ends a request when %s', async (_, script) => {
    api.respondWith(script);
    const error = await failureOf(api.client({ timeoutMs: 30, maxRetries: 0 }).wallets.list());

    expect(error).toBeInstanceOf(ServicePayConnectionError);
    expect(error).toMatchObject({
      reason: 'timeout',
      code: undefined,
      message: 'No whole response came within 30 ms.',
    });
  });

  it('ends a fetch that ignores its signal', async () => {
    const fetch = (): Promise<Response> => new Promise(() => undefined);
    const error = await failureOf(api.client({ fetch, timeoutMs: 10, maxRetries: 0 }).wallets.list());
    expect(error).toMatchObject({ reason: 'timeout' });
  });

  it('starts again for every attempt', async () => {
    api.respondWith(silence, { body: success([]) });
    await expect(api.client({ timeoutMs: 200 }).wallets.list()).resolves.toEqual([]);
  });

  it('leaves no timer behind', async () => {
    api.respondWith({ body: success([]) });
    const [set, clear] = [jest.spyOn(globalThis, 'setTimeout'), jest.spyOn(globalThis, 'clearTimeout')];
    await api.client({ timeoutMs: 12_345 }).wallets.list();
    // Other code in this process has timers too.
    const started = set.mock.calls.flatMap(([, ms], at) =>
      ms === 12_345 ? [set.mock.results[at]?.value as unknown] : [],
    );

    expect(started).toHaveLength(1);
    expect(clear.mock.calls).toContainEqual([started[0]]);
    set.mockRestore();
    clear.mockRestore();
  });
});

describe('An abort', () => {
  it('before the call sends nothing', async () => {
    api.respondWith({});
    const error = await failureOf(api.client().wallets.list({ signal: AbortSignal.abort() }));

    expect(error).toMatchObject({ name: 'AbortError' });
    expect(api.requests).toEqual([]);
  });

  it.each([
    ['the response is awaited', silence],
    ['the response arrives', halfAResponse],
  ])('rejects with its reason while %s', async (_, script) => {
    const controller = new AbortController();
    const reason = new Error('the customer left');
    api.respondWith((response, request) => {
      (script as (...args: unknown[]) => void)(response, request);
      setImmediate(() => controller.abort(reason));
    });

    const client = api.client({ maxRetries: 0 });
    expect(await failureOf(client.wallets.list({ signal: controller.signal }))).toBe(reason);
    expect(api.requests).toHaveLength(1);
  });

  it('closes the connection', async () => {
    const controller = new AbortController();
    const closed = new Promise((resolve) => {
      api.respondWith((response) => {
        response.on('close', resolve);
        controller.abort();
      });
    });
    await failureOf(api.client().wallets.list({ signal: controller.signal }));

    await closed;
  });

  it('ends the wait before a retry', async () => {
    const controller = new AbortController();
    api.respondWith((response) => {
      const { status, body } = ordinary(429, 'RATE_LIMIT_EXCEEDED', { retry_after: 60 });
      response.writeHead(status!).end(JSON.stringify(body));
      setTimeout(() => controller.abort(), 20);
    });
    const client = new ServicePay({ apiKey: API_KEY, baseUrl: api.url });
    const error = await failureOf(client.wallets.list({ signal: controller.signal }));

    expect([(error as Error).name, api.requests.length]).toEqual(['AbortError', 1]);
  });

  it('that never comes leaves no listener behind', async () => {
    api.respondWith({ body: success([]) });
    const { signal } = new AbortController();
    const [add, remove] = [jest.spyOn(signal, 'addEventListener'), jest.spyOn(signal, 'removeEventListener')];
    await api.client().wallets.list({ signal });

    expect(remove.mock.calls.length).toBe(add.mock.calls.length);
  });
});

it('A client without test hooks waits and retries', async () => {
  api.respondWith(ordinary(429, 'RATE_LIMIT_EXCEEDED', { retry_after: 0 }), { body: success([]) });
  const client = new ServicePay({ apiKey: API_KEY, baseUrl: api.url });

  await expect(client.wallets.list()).resolves.toEqual([]);
});

it('A redirect is not followed, so that no other server gets the key', async () => {
  const other = await FakeApi.start();
  api.respondWith({ status: 307, headers: { Location: `${other.url}/v1/wallets` }, body: '' });
  const error = await failureOf(api.client().wallets.list());
  await other.stop();

  expect(error).toMatchObject({ status: 307, envelope: 'foreign' });
  expect(other.requests).toEqual([]);
});
