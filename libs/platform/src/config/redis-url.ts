import { assertHost, onlyParameters, serverUrl } from './addresses';

const SENTINEL_PORT = 26_379;
/** Scheme, credentials, hosts, path, query. */
const SENTINEL = /^redis(s?)\+sentinel:\/\/((?:[^@/?#]*@)*)([^/?#]*)(\/[^?#]*)?(.*)$/s;
const MASTER_AND_DATABASE = /^\/([\w.-]{1,100})(?:\/(\d{1,4})?)?$/;
const SENTINEL_CREDENTIALS = ['sentinel_username', 'sentinel_password'];

/** A Redis server whose address its Sentinels know. */
export interface SentinelAddress {
  sentinels: { host: string; port: number }[];
  /** The name under which they know it. */
  master: string;
  database: number;
  /** Of Redis. Empty when it needs none. */
  username: string;
  password: string;
  /** Of the Sentinels. Empty when they need none. */
  sentinelUsername: string;
  sentinelPassword: string;
  /** Whether all connections are encrypted, to the Sentinels too. */
  tls: boolean;
}

/**
 * The address of a Redis server, or of its Sentinels:
 * `redis+sentinel://user:password@host:26379,host:26379/master/0`, with `rediss` for TLS. Throws a `RangeError` that never
 * repeats the value.
 */
export function redisUrl(text: string): string {
  if (sentinelAddress(text)) return text;
  const url = serverUrl(text, ['redis', 'rediss', 'redis+sentinel', 'rediss+sentinel']);
  if (!/^(\/\d{0,4})?$/.test(url.pathname)) throw new RangeError('must end with the number of a database, such as /0');
  onlyParameters(url, []);
  assertHost(url);
  return text;
}

/** Undefined for the address of a server. Throws as `redisUrl` does. */
export function sentinelAddress(text: string): SentinelAddress | undefined {
  const parts = SENTINEL.exec(text);
  if (!parts) return undefined;
  const [, tls = '', credentials = '', hosts = '', path = '', rest = ''] = parts;
  const urls = hosts.split(',').map((host) => {
    // The parser knows the form of one host.
    const url = serverUrl(`redis://${credentials}${host}${path}${rest}`, ['redis']);
    assertHost(url);
    return url;
  });
  const [first] = urls as [URL, ...URL[]];
  onlyParameters(first, SENTINEL_CREDENTIALS);
  const [, master, database] = MASTER_AND_DATABASE.exec(path) ?? [];
  if (master === undefined) {
    throw new RangeError('must end with the name of a master and the number of a database, such as /mymaster/0');
  }
  return {
    sentinels: urls.map(({ hostname, port }) => ({
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(port || SENTINEL_PORT),
    })),
    master,
    database: Number(database ?? 0),
    username: decodeURIComponent(first.username),
    password: decodeURIComponent(first.password),
    sentinelUsername: first.searchParams.get('sentinel_username') ?? '',
    sentinelPassword: first.searchParams.get('sentinel_password') ?? '',
    tls: tls !== '',
  };
}
