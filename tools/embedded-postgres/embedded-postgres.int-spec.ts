import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { scratchFolder } from '../../test/support/test-database';
import { acquireEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres';
import { runningPostmaster } from './postmaster';
import { identityOf } from './process-identity';

/** A process that runs until its test kills it: another user of the server, or an unrelated process. */
function anotherProcess(): ChildProcess & { pid: number } {
  return spawn('sleep', ['600'], { stdio: 'ignore' }) as ChildProcess & { pid: number };
}

async function query<R>(url: string, sql: string): Promise<R[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows as R[];
  } finally {
    await client.end();
  }
}

const ROLE = `
  SELECT rolsuper, rolcreatedb, rolcreaterole, rolbypassrls, pg_roles.oid = datdba AS owns
  FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`;
const LEFT_TO_SUPERUSER = `
  ALTER DATABASE postgres OWNER TO servicepay;
  CREATE TYPE left_mood AS ENUM ('good');
  CREATE TABLE "left" (id serial, mood left_mood);
  CREATE SEQUENCE left_by_hand;
  CREATE VIEW left_view AS SELECT id FROM "left";
  CREATE FUNCTION left_now() RETURNS timestamptz LANGUAGE sql RETURN now();
  CREATE EXTENSION pg_trgm;`;
const OWNERS = `
  SELECT name, pg_get_userbyid(owner) AS owner FROM (
    SELECT relname::text AS name, relowner AS owner FROM pg_class WHERE relname LIKE 'left%' AND relkind <> 'i'
    UNION ALL SELECT typname, typowner FROM pg_type WHERE typname = 'left_mood'
    UNION ALL SELECT oid::regprocedure::text, proowner FROM pg_proc WHERE proname = 'left_now'
  ) AS object ORDER BY name`;

describe('the embedded PostgreSQL server', () => {
  // Shared by the tests, since creating a cluster takes most of their time. Each starts and stops the server itself.
  let dataDir: string;
  const held: EmbeddedPostgres[] = [];

  const acquire = async (options: { durable?: boolean } = {}): Promise<EmbeddedPostgres> => {
    const server = await acquireEmbeddedPostgres({ dataDir, durable: false, ...options });
    held.push(server);
    return server;
  };
  const cluster = (): string => realpathSync(join(dataDir, 'postgres'));
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    const { pid } = runningPostmaster(cluster()) as { pid: number };
    process.kill(pid, signal);
    while (identityOf(pid)) await new Promise((resolve) => setImmediate(resolve));
  };

  beforeAll(() => {
    dataDir = scratchFolder();
  });

  afterEach(async () => {
    await Promise.all(held.splice(0).map((server) => server.stop()));
  });

  it('is created once when several users start it at the same time', async () => {
    const servers = await Promise.all([acquire(), acquire(), acquire()]);

    expect(new Set(servers.map(({ url }) => url)).size).toBe(1);
  });

  it('keeps its data from one start to the next', async () => {
    const first = await acquire();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS response');
    await first.stop();

    const second = await acquire();

    await expect(query(second.url, 'SELECT response FROM kept')).resolves.toEqual([{ response: 42 }]);
  });

  it('is durable by default', async () => {
    const server = await acquire({ durable: undefined });

    const [settings] = await query(
      server.url,
      `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit`,
    );

    expect(settings).toEqual({ fsync: 'on', commit: 'on' });
  });

  it('stops when its last lease ends, and not before', async () => {
    const first = await acquire();
    const second = await acquire();
    await first.stop();
    await expect(query(second.url, 'SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);

    await second.stop();

    expect(runningPostmaster(cluster())).toBeUndefined();
  });

  it('runs while another process holds a lease, and drops the lease of a dead process', async () => {
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
    // What kill -9 leaves behind: a running server, and the lease and the lock of a dead process.
    writeFileSync(join(dataDir, 'postgres-users', '4194301-gone'), '4194301 1');
    writeFileSync(join(dataDir, 'postgres.lock'), '4194301 1');

    const second = await acquire();

    expect(second.url).toBe(first.url);
  });

  it('recovers all committed data after its server was killed', async () => {
    const first = await acquire({ durable: true });
    await query(first.url, 'CREATE TABLE recovered AS SELECT 42 AS response');
    await kill('SIGKILL');

    const second = await acquire();

    await expect(query(second.url, 'SELECT response FROM recovered')).resolves.toEqual([{ response: 42 }]);
  });

  it('starts when another program has the process id in a stale pid file', async () => {
    const first = await acquire();
    await kill('SIGKILL');
    const pidFile = join(cluster(), 'postmaster.pid');
    const bystander = anotherProcess();
    writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(bystander.pid)));

    await acquire();

    expect(identityOf(bystander.pid)).toBeDefined();
    bystander.kill('SIGKILL');
    await expect(query(first.url, 'SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
  });

  it('is restarted on its old port by a lease holder when it has died', async () => {
    const server = await acquire();
    const { url } = server;
    await expect(server.revive()).resolves.toBe(false);
    await kill('SIGKILL');

    await expect(server.revive()).resolves.toBe(true);

    expect(server.url).toBe(url);
  });

  it('rejects a wrong password, and stores the right one readable by its owner only', async () => {
    const server = await acquire();
    const stranger = new URL(server.url);
    stranger.password = 'guessed';

    await expect(query(stranger.href, 'SELECT 1')).rejects.toMatchObject({
      code: '28P01',
    });
    expect(statSync(join(dataDir, 'postgres-password')).mode & 0o077).toBe(0);
  });

  it('gives the service an ordinary role that owns its database and its schema', async () => {
    const { url } = await acquire();

    await expect(query(url, ROLE)).resolves.toEqual([
      { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolbypassrls: false, owns: true },
    ]);
    await expect(query(url, 'CREATE TABLE own (id int)')).resolves.toEqual([]);
    await expect(query(url, `COPY (SELECT 1) TO PROGRAM 'cat'`)).rejects.toMatchObject({ code: '42501' });
  });

  it('gives that role what earlier versions and restored dumps left to the superuser, and no extension', async () => {
    const first = await acquire();
    await query(first.superuserUrl, LEFT_TO_SUPERUSER);
    await first.stop();

    const { url } = await acquire();

    await expect(query(url, OWNERS)).resolves.toEqual(
      ['left', 'left_by_hand', 'left_id_seq', 'left_mood', 'left_now()', 'left_view'].map((name) => ({
        name,
        owner: 'servicepay_service',
      })),
    );
    await expect(query(url, 'ALTER TABLE "left" ADD COLUMN more int')).resolves.toEqual([]);
  });
});
