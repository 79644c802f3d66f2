import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { acquireEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres';
import { scratchFolder } from '../../../../test/support/test-database';
import { runningPostmaster } from './postmaster';
import { identityOf } from './process-identity';

/** Stands for another process that uses the server: it lives until its test kills it. */
function anotherProcess(): ChildProcess & { pid: number } {
  return spawn('sleep', ['600'], { stdio: 'ignore' }) as ChildProcess & {
    pid: number;
  };
}

async function ask<R>(url: string, sql: string): Promise<R[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows as R[];
  } finally {
    await client.end();
  }
}

describe('the embedded PostgreSQL server', () => {
  let dataDir: string;
  const held: EmbeddedPostgres[] = [];

  const acquire = async (durable = false): Promise<EmbeddedPostgres> => {
    const server = await acquireEmbeddedPostgres({ dataDir, durable });
    held.push(server);
    return server;
  };
  const cluster = (): string => realpathSync(join(dataDir, 'postgres'));
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    const { pid } = runningPostmaster(cluster()) as { pid: number };
    process.kill(pid, signal);
    while (identityOf(pid)) await new Promise((resolve) => setImmediate(resolve));
  };

  beforeEach(() => {
    dataDir = scratchFolder();
  });

  afterEach(async () => {
    await Promise.all(held.splice(0).map((server) => server.stop()));
  });

  it('keeps its data from one start to the next', async () => {
    const first = await acquire();
    await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();

    const second = await acquire();

    await expect(ask(second.url, 'SELECT answer FROM kept')).resolves.toEqual([{ answer: 42 }]);
  });

  it('is durable unless told otherwise', async () => {
    const server = await acquireEmbeddedPostgres({ dataDir });
    held.push(server);

    const [settings] = await ask(
      server.url,
      `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit`,
    );

    expect(settings).toEqual({ fsync: 'on', commit: 'on' });
  });

  it('stops only when its last user has stopped', async () => {
    const first = await acquire();
    const second = await acquire();
    await first.stop();
    await expect(ask(second.url, 'SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);

    await second.stop();

    expect(runningPostmaster(cluster())).toBeUndefined();
  });

  it('goes on while a user in another process lives, and forgets that one once it is dead', async () => {
    const server = await acquire();
    const other = anotherProcess();
    const lease = join(dataDir, 'postgres-users', `${other.pid}-other`);
    writeFileSync(lease, identityOf(other.pid) as string);
    await server.stop();
    expect(runningPostmaster(cluster())).toBeDefined();

    other.kill('SIGKILL');
    await once(other, 'exit');
    await (await acquire()).stop();

    expect(runningPostmaster(cluster())).toBeUndefined();
    expect(readdirSync(join(dataDir, 'postgres-users'))).toEqual([]);
  });

  it('adopts the server that a killed process left behind', async () => {
    const first = await acquire();
    // What kill -9 leaves: a running server, and the lease and the lock of a process that is no more.
    writeFileSync(join(dataDir, 'postgres-users', '4194301-gone'), '4194301 1');
    writeFileSync(join(dataDir, 'postgres.lock'), '4194301 1');

    const second = await acquire();

    expect(second.url).toBe(first.url);
  });

  it('recovers from a server that was killed, with everything that was committed', async () => {
    const first = await acquire(true);
    await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await kill('SIGKILL');

    const second = await acquire();

    await expect(ask(second.url, 'SELECT answer FROM kept')).resolves.toEqual([{ answer: 42 }]);
  });

  it('starts although the number in a left-over pid file is another program by now', async () => {
    const first = await acquire();
    await kill('SIGKILL');
    const pidFile = join(cluster(), 'postmaster.pid');
    const bystander = anotherProcess();
    writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(bystander.pid)));

    await acquire();

    expect(identityOf(bystander.pid)).toBeDefined();
    bystander.kill('SIGKILL');
    await expect(ask(first.url, 'SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
  });

  it('is started again on its old port by a user that finds it dead', async () => {
    const server = await acquire();
    const { url } = server;
    await expect(server.revive()).resolves.toBe(false);
    await kill('SIGKILL');

    await expect(server.revive()).resolves.toBe(true);

    expect(server.url).toBe(url);
  });

  it('is one server for users that come at the same time', async () => {
    const servers = await Promise.all([acquire(), acquire(), acquire()]);

    expect(new Set(servers.map(({ url }) => url)).size).toBe(1);
  });

  it('admits nobody without the password, which only its owner can read', async () => {
    const server = await acquire();
    const stranger = new URL(server.url);
    stranger.password = 'guessed';

    await expect(ask(stranger.href, 'SELECT 1')).rejects.toMatchObject({
      code: '28P01',
    });
    expect(statSync(join(dataDir, 'postgres-password')).mode & 0o077).toBe(0);
  });
});
