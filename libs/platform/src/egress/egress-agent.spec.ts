import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { request, type Agent } from 'undici';
import { ConnectProxy } from '../testing/connect-proxy';
import { DistantServer } from '../testing/distant-server';
import { egressAgent, type EgressOptions } from './egress-agent';

const open: { stop(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((resource) => resource.stop()));
});

function opened<T extends { stop(): Promise<unknown> }>(resource: T): T {
  open.push(resource);
  return resource;
}

function anAgent(options: Partial<EgressOptions> = {}): Agent {
  const agent = egressAgent({ proxy: undefined, connectMs: 10_000, ...options });
  open.push({ stop: () => agent.destroy() });
  return agent;
}

const resolvingTo =
  (...addresses: string[]): LookupFunction =>
  (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

async function aTarget(): Promise<{ port: number; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = [];
  const server: Server = createServer((incoming, response) => {
    asked.push(incoming);
    response.end('here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  });
  return { port: (server.address() as AddressInfo).port, asked };
}

const bodyOf = async (url: string, dispatcher: Agent) => (await request(url, { dispatcher })).body.text();

it('reaches a server whose connection takes a second although its second address refuses connections', async () => {
  const server = opened(await DistantServer.start());
  const resolve = resolvingTo('127.0.0.1', '::1');
  const lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname, options, callback);
    server.accept();
  };
  const dispatcher = anAgent({ lookup });
  await expect(request(`http://distant.example:${server.port}/`, { dispatcher })).resolves.toMatchObject({
    statusCode: 200,
  });
});

describe('with EGRESS_PROXY', () => {
  it('asks the proxy for the address that was resolved here, and sends the name to the target', async () => {
    const [proxy, target] = [opened(await ConnectProxy.start()), await aTarget()];
    const dispatcher = anAgent({ proxy: proxy.url, lookup: resolvingTo('203.0.113.7') });
    await expect(bodyOf(`http://shop.example:${target.port}/hook`, dispatcher)).resolves.toBe('here');
    expect(proxy.targets).toEqual([`203.0.113.7:${target.port}`]);
    expect(target.asked[0]?.headers.host).toBe(`shop.example:${target.port}`);
  });

  it('asks for the name when nothing resolves names here', async () => {
    const [proxy, target] = [opened(await ConnectProxy.start()), await aTarget()];
    await bodyOf(`http://rates.example:${target.port}/`, anAgent({ proxy: proxy.url }));
    expect(proxy.targets).toEqual([`rates.example:${target.port}`]);
  });

  it('tries the next address when the proxy cannot reach the first one', async () => {
    const [proxy, target] = [opened(await ConnectProxy.start()), await aTarget()];
    const { route } = proxy;
    proxy.route = (asked) => (asked.startsWith('[') ? undefined : route(asked));
    const dispatcher = anAgent({ proxy: proxy.url, lookup: resolvingTo('2001:db8::1', '203.0.113.7') });
    await expect(bodyOf(`http://shop.example:${target.port}/`, dispatcher)).resolves.toBe('here');
    expect(proxy.targets).toEqual([`[2001:db8::1]:${target.port}`, `203.0.113.7:${target.port}`]);
  });

  it('sends the credentials of its address', async () => {
    const [proxy, target] = [opened(await ConnectProxy.start()), await aTarget()];
    const url = proxy.url.replace('//', '//pay:p%40ss@');
    await bodyOf(`http://shop.example:${target.port}/`, anAgent({ proxy: url }));
    expect(proxy.credentials).toEqual([`Basic ${Buffer.from('pay:p@ss').toString('base64')}`]);
  });

  it('reaches this machine directly', async () => {
    const [proxy, target] = [opened(await ConnectProxy.start()), await aTarget()];
    await bodyOf(`http://127.0.0.1:${target.port}/`, anAgent({ proxy: proxy.url }));
    expect(proxy.targets).toEqual([]);
  });

  it('fails with the response of a proxy that rejects', async () => {
    const proxy = opened(await ConnectProxy.start());
    proxy.route = () => undefined;
    await expect(bodyOf('http://shop.example/', anAgent({ proxy: proxy.url }))).rejects.toThrow('returned 502');
  });
});
