import { Client, type ClientBase } from 'pg';
import { ConfigError } from '../config/config-error';
import { hostUrls, primaryFirst } from './database-hosts';

/**
 * The address to start with: that of `primaryFirst`. Throws `ConfigError` for a pooler in transaction mode, on which the
 * time-outs, `LISTEN` and prepared statements of one connection would reach another.
 */
export async function checkedAddress(url: string): Promise<string> {
  const address = await primaryFirst(url);
  const [connectionString] = hostUrls(address);
  await assertOwnSessions(() => new Client({ connectionString, connectionTimeoutMillis: 3_000 }));
  return address;
}

/** Two connections that are open at the same time have a backend each, unless a pooler lends them one in turn. */
export async function assertOwnSessions(
  open: () => Pick<ClientBase, 'connect' | 'query'> & { end(): Promise<void> },
): Promise<void> {
  const clients = [open(), open()];
  try {
    const pids = [];
    for (const client of clients) {
      await client.connect();
      pids.push((await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid);
    }
    if (pids[0] === pids[1]) {
      throw ConfigError.of(
        'DATABASE_URL',
        'leads to a pooler in transaction mode, which does not work: use session mode',
      );
    }
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}
