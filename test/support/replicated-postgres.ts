import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { until } from './conditions';
import { isExecutable } from './installed-program';

const run = promisify(execFile);
const INSTALLED = '/usr/lib/postgresql';
const PASSWORD = randomBytes(12).toString('hex');

/** PostgreSQL does not run as root: there, its own user runs it. */
interface RunAs {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * The programs of an installed PostgreSQL, because the embedded one has no `pg_basebackup`: those of `PG_BIN`, or of the
 * newest version that a Debian package installed.
 */
function programsFolder(): string {
  const given = process.env['PG_BIN'];
  if (given) return given;
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).sort((a, b) => Number(b) - Number(a)) : [];
  const folder = versions
    .map((version) => join(INSTALLED, version, 'bin'))
    .find((bin) => ['postgres', 'pg_basebackup'].every((name) => isExecutable(join(bin, name))));
  if (folder === undefined) throw new Error(`${INSTALLED} has no PostgreSQL server: apt-get install postgresql`);
  return folder;
}

async function runAs(): Promise<RunAs> {
  if (userInfo().uid !== 0) return {};
  const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => (await run('id', [flag, 'postgres'])).stdout));
  return { uid: Number(uid), gid: Number(gid) };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/** One PostgreSQL server, durable, with a superuser whose password is in `url`. */
export class PostgresServer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly as: RunAs,
    readonly folder: string,
    readonly port: number,
  ) {}

  static async primary(): Promise<PostgresServer> {
    const server = await PostgresServer.placed();
    writeFileSync(`${server.folder}.password`, PASSWORD, { mode: 0o644 });
    await server.program('initdb', [
      '-D',
      server.folder,
      '-U',
      'servicepay',
      '-A',
      'scram-sha-256',
      '-E',
      'UTF8',
      `--pwfile=${server.folder}.password`,
    ]);
    writeFileSync(
      join(server.folder, 'pg_hba.conf'),
      'host all all 127.0.0.1/32 scram-sha-256\nhost replication all 127.0.0.1/32 scram-sha-256\n',
    );
    await server.start();
    return server;
  }

  /** A streaming standby of the primary; with a `name`, one that can be synchronous. */
  static async standbyOf(primary: PostgresServer, name: string): Promise<PostgresServer> {
    const server = await PostgresServer.placed();
    const source = `host=127.0.0.1 port=${primary.port} user=servicepay password=${PASSWORD} application_name=${name}`;
    await server.program('pg_basebackup', ['-D', server.folder, '-d', source, '-R', '-X', 'stream', '-c', 'fast']);
    await server.start();
    return server;
  }

  private static async placed(): Promise<PostgresServer> {
    const as = await runAs();
    const parent = mkdtempSync(join(tmpdir(), 'replicated-'));
    chmodSync(parent, 0o755);
    if (as.uid !== undefined && as.gid !== undefined) chownSync(parent, as.uid, as.gid);
    return new PostgresServer(as, join(parent, 'data'), await freePort());
  }

  get url(): string {
    return `postgres://servicepay:${PASSWORD}@127.0.0.1:${this.port}/postgres`;
  }

  async start(): Promise<void> {
    const settings = {
      port: this.port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: 100,
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(join(programsFolder(), 'postgres'), ['-D', this.folder, ...args], {
      ...this.as,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.child = child;
    let log = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
    const responds = () =>
      this.sql('SELECT 1').then(
        () => true,
        () => false,
      );
    const hasStarted = async () => {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended: ${log}`);
      return responds();
    };
    await until('the server responds', hasStarted, 30_000);
  }

  /** One statement on a connection of its own. */
  async sql<R extends object>(text: string): Promise<R[]> {
    const client = new Client({ connectionString: this.url, connectionTimeoutMillis: 2_000, query_timeout: 5_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<R>(text)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async promote(): Promise<void> {
    await this.sql('SELECT pg_promote(true, 30)');
  }

  /** Ends it as a power failure does, or stops it in an orderly way with SIGINT. */
  async end(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  /** Every process of the server stands still, with its connections open. */
  async freeze(): Promise<void> {
    await this.signalAll('STOP');
  }

  async thaw(): Promise<void> {
    await this.signalAll('CONT');
  }

  async remove(): Promise<void> {
    await this.thaw().catch(() => undefined);
    await this.end('SIGKILL');
    rmSync(join(this.folder, '..'), { recursive: true, force: true });
  }

  private async signalAll(signal: 'STOP' | 'CONT'): Promise<void> {
    const parent = this.child?.pid;
    if (parent === undefined) return;
    const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(parent)]).catch(() => ({ stdout: '' }));
    for (const pid of [parent, ...stdout.split('\n').map(Number)]) if (pid) process.kill(pid, `SIG${signal}`);
  }

  private async program(name: string, args: readonly string[]): Promise<void> {
    await run(join(programsFolder(), name), args, this.as);
  }
}
