import { Client, type ClientBase } from 'pg';
import { ConfigError } from '../config/config-error';
import { hostUrls, primaryFirst } from './database-hosts';

/** With 30 busy clients of the pooler, two rounds found it out in one start of three, and ten in each of 200. */
const ROUNDS = 10;
const RESPONSE_MS = 5_000;
/** The driver's message. */
const TIMED_OUT = 'Query read timeout';
const LENT = ['DATABASE_URL', 'leads to a pooler in transaction mode, which does not work: use session mode'] as const;
const TOO_FEW = [
  'DATABASE_URL',
  `leads to a pooler that lends no second connection within ${RESPONSE_MS / 1_000} s: enlarge its pool`,
] as const;

/**
 * The address to start with: that of `primaryFirst`. Throws `ConfigError` for a pooler in transaction mode, on which the
 * time-outs, `LISTEN` and prepared statements of one connection would reach another.
 */
export async function checkedAddress(url: string): Promise<string> {
  const address = await primaryFirst(url);
  const [connectionString] = hostUrls(address);
  await assertOwnSessions(
    () => new Client({ connectionString, connectionTimeoutMillis: 3_000, query_timeout: RESPONSE_MS }),
  );
  return address;
}

/**
 * Two connections that are open at the same time have a backend each, and keep it, unless a pooler lends them one for each
 * transaction. An idle pooler lends both the same one; a busy one lends each of them another one in turn.
 */
export async function assertOwnSessions(
  open: () => Pick<ClientBase, 'connect' | 'query'> & { end(): Promise<void> },
): Promise<void> {
  const clients = [open(), open()];
  const first: number[] = [];
  try {
    for (const client of clients) {
      await client.connect();
      first.push(await backendOf(client));
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, client] of clients.entries()) {
        if (first[0] === first[1] || (await backendOf(client)) !== first[index]) throw ConfigError.of(...LENT);
      }
    }
  } catch (error) {
    if ((error as Error).message === TIMED_OUT && first.length === 1) throw ConfigError.of(...TOO_FEW);
    throw error;
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}

async function backendOf(client: Pick<ClientBase, 'query'>): Promise<number> {
  return (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid ?? NaN;
}
