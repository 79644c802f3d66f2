import type { LookupAddress } from 'node:dns';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';

/** The proxy of `EGRESS_PROXY` did not open a connection. The message names neither its address nor its credentials. */
export class EgressProxyError extends Error {
  readonly code = 'EGRESS_PROXY';

  constructor(reason: string, cause?: unknown) {
    super(`the proxy of EGRESS_PROXY ${reason}`, { cause });
  }
}

/**
 * Connects through an HTTP proxy with CONNECT, to plain targets too. A name that `connect.lookup` resolves is reached at
 * those addresses, one after another. This machine is reached directly: the proxy's loopback is another one.
 */
export function tunnelConnector(
  proxy: URL,
  connect: buildConnector.BuildOptions,
  addressMs: number,
): buildConnector.connector {
  const direct = buildConnector(connect);
  const lookup = (connect as { lookup?: LookupFunction }).lookup;
  const totalMs = connect.timeout ?? addressMs;
  return (options, callback) => {
    const { hostname, protocol } = options;
    const port = options.port || (protocol === 'https:' ? '443' : '80');
    const reach = async (): Promise<Socket | undefined> => {
      const hosts = await hostsOf(hostname, lookup);
      return hosts.every(isLoopback) ? undefined : firstTunnel(proxy, hosts, port, { addressMs, totalMs });
    };
    reach().then(
      (socket) => {
        if (!socket) direct(options, callback);
        else if (protocol === 'https:') direct({ ...options, httpSocket: socket }, callback);
        else callback(null, socket);
      },
      (error: unknown) => callback(error as Error, null),
    );
  };
}

/** The targets requested from the proxy: addresses if they are known here, otherwise the name. */
async function hostsOf(hostname: string, lookup: LookupFunction | undefined): Promise<string[]> {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) !== 0 || !lookup) return [bare];
  return new Promise((resolve, reject) => {
    lookup(bare, { all: true }, (error, addresses) => {
      if (error) reject(error);
      else resolve((addresses as LookupAddress[]).map(({ address }) => address));
    });
  });
}

function isLoopback(host: string): boolean {
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() === 'loopback';
  return /^(.+\.)?localhost\.?$/i.test(host);
}

async function firstTunnel(
  proxy: URL,
  hosts: readonly string[],
  port: string,
  { addressMs, totalMs }: { addressMs: number; totalMs: number },
): Promise<Socket> {
  const deadline = performance.now() + totalMs;
  let failure: unknown = new EgressProxyError('was given no address');
  for (const [index, host] of hosts.entries()) {
    const left = deadline - performance.now();
    if (left <= 0) break;
    const withinMs = index === hosts.length - 1 ? left : Math.min(addressMs, left);
    try {
      return await tunnel(proxy, isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`, withinMs);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function tunnel(proxy: URL, target: string, withinMs: number): Promise<Socket> {
  const { protocol, hostname, port, username, password } = proxy;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const options: RequestOptions = {
    method: 'CONNECT',
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port || (protocol === 'https:' ? 443 : 80),
    path: target,
    agent: false,
    headers: {
      Host: target,
      ...(username !== '' && { 'Proxy-Authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }),
    },
  };
  return new Promise((resolve, reject) => {
    const asking = protocol === 'https:' ? httpsRequest(options) : httpRequest(options);
    const timer = setTimeout(() => asking.destroy(new EgressProxyError('did not respond in time')), withinMs);
    asking.once('connect', ({ statusCode }: IncomingMessage, socket: Socket, head: Buffer) => {
      clearTimeout(timer);
      if (statusCode !== 200) {
        socket.destroy();
        reject(new EgressProxyError(`returned ${statusCode}`));
        return;
      }
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    asking.once('response', ({ statusCode }) => asking.destroy(new EgressProxyError(`returned ${statusCode}`)));
    asking.once('error', (error: Error) => {
      clearTimeout(timer);
      reject(error instanceof EgressProxyError ? error : new EgressProxyError('cannot be reached', error));
    });
    asking.end();
  });
}
