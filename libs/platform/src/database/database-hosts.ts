import { Client, type ClientConfig } from 'pg';

/** The server is a standby, or was made read-only: nothing can be written there. */
export class ReadOnlyServerError extends Error {
  constructor() {
    super('PostgreSQL takes no writes: it is a standby, or was made read-only');
  }
}

/** When the server started, in seconds: another server, or the same after a restart, started at another time. */
export const SERVER_ID = 'extract(epoch FROM pg_postmaster_start_time())::text';

/** Scheme and credentials, hosts, the rest. */
const PARTS = /^([a-z]+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s;

/** The addresses of a `DATABASE_URL` with one or several hosts, one for each, in their order. */
export function hostUrls(url: string): string[] {
  const [, head = '', hosts = '', tail = ''] = PARTS.exec(url) ?? [];
  return hosts.split(',').map((host) => `${head}${host}${tail}`.replace(/([?&])target_session_attrs=[^&]*(&|$)/, '$1'));
}

/** Chooses among the hosts of a `DATABASE_URL`: connections go to the one that took writes last. */
export class DatabaseHosts {
  private readonly urls: readonly string[];
  private chosen = 0;

  constructor(url: string) {
    this.urls = hostUrls(url);
  }

  /** The address for the next connection. */
  get current(): string {
    return this.urls[this.chosen] as string;
  }

  /** The host of this address cannot be reached, or takes no writes. Others may have moved on from it already. */
  moveOn(from: string): void {
    if (this.current === from) this.chosen = (this.chosen + 1) % this.urls.length;
  }
}

const PROBE_WITHIN_MS = 3_000;

/**
 * The same address, with the host first that takes writes now. For a start: the first connection of a pool must succeed.
 * With one host, or when none takes writes, the address as it is.
 */
export async function primaryFirst(url: string): Promise<string> {
  const urls = hostUrls(url);
  if (urls.length === 1) return url;
  const writable = await Promise.all(urls.map(takesWrites));
  const primary = urls.findIndex((_, index) => writable[index]);
  return primary < 1 ? url : withHosts(url, [primary, ...urls.keys()]);
}

async function takesWrites(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: PROBE_WITHIN_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
    return rows[0]?.transaction_read_only === 'off';
  } catch {
    // The process that connects next reports why, if no other host does.
    return false;
  } finally {
    client.end().catch(() => undefined);
  }
}

function withHosts(url: string, order: readonly number[]): string {
  const [, head = '', hosts = '', tail = ''] = PARTS.exec(url) ?? [];
  const given = hosts.split(',');
  return `${head}${[...new Set(order)].map((index) => given[index]).join()}${tail}`;
}

/** The class of the connections that a pool opens, each to the host that is chosen then. */
export function clientsOf(hosts: DatabaseHosts) {
  return class HostClient extends Client {
    readonly url: string;

    constructor(config: ClientConfig = {}) {
      const url = hosts.current;
      super({ ...config, connectionString: url });
      this.url = url;
    }

    /** A pool calls it with a callback, in which it takes over the errors of the connection at once. */
    override connect(): Promise<this>;
    override connect(callback: ((error: Error) => void) | ((error: null, client: Client) => void)): void;
    override connect(callback?: (error: never, client: Client) => void): Promise<this> | void {
      if (!callback) {
        return new Promise((resolve, reject) => {
          this.connect((error: Error | null) => (error ? reject(error) : resolve(this)));
        });
      }
      const call = callback as (error: Error | null, client: Client) => void;
      super.connect((error: Error | null) => {
        if (error) hosts.moveOn(this.url);
        call(error, this);
      });
    }
  };
}
