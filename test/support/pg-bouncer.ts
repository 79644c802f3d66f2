import { freePort } from '@app/platform/testing';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { until } from './conditions';
import { installedProgram } from './installed-program';

/** Ends PgBouncer when its own input ends, which happens however the process ends that started it. */
const SCRIPT = '"$@" & read -r _; kill $!; wait';
/** PgBouncer does not run as root. */
const ORDINARY_USER = 'nobody';

/** PgBouncer in front of a database, configured as docs/operators.md says. Needs the Debian package `pgbouncer`. */
export class PgBouncer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly program: string,
    private readonly folder: string,
    /** The address of the database through PgBouncer. */
    readonly url: string,
  ) {}

  static async before(databaseUrl: string, mode: 'session' | 'transaction'): Promise<PgBouncer> {
    const program = installedProgram('pgbouncer');
    const folder = mkdtempSync(join(tmpdir(), 'servicepay-pgbouncer-'));
    const url = new URL(databaseUrl);
    const target = { host: url.hostname, port: url.port, user: url.username, password: url.password };
    url.port = `${await freePort()}`;
    url.hostname = '127.0.0.1';
    const file = join(folder, 'pgbouncer.ini');
    writeFileSync(file, configuration(url, target, mode));
    for (const path of [folder, file]) chmodSync(path, 0o755);
    const pooler = new PgBouncer(program, folder, url.href);
    await pooler.start();
    return pooler;
  }

  async start(): Promise<void> {
    const user = userInfo().uid === 0 ? ['-u', ORDINARY_USER] : [];
    const command = [this.program, '-q', ...user, join(this.folder, 'pgbouncer.ini')];
    this.child = spawn('sh', ['-c', SCRIPT, 'sh', ...command], { stdio: ['pipe', 'ignore', 'inherit'] });
    await until('PgBouncer responds', () => this.responds());
  }

  /** Cuts off every connection. */
  async stop(): Promise<void> {
    if (!this.child) return;
    const ended = once(this.child, 'close');
    this.child.stdin?.end();
    this.child = undefined;
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async responds(): Promise<boolean> {
    const client = new Client(this.url);
    // The server ends connections that wait when PgBouncer is stopped.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('SELECT 1');
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

function configuration(url: URL, target: Readonly<Record<string, string>>, mode: string): string {
  const database = Object.entries(target).map(([name, value]) => `${name}=${decodeURIComponent(value)}`);
  return `[databases]
${url.pathname.slice(1)} = ${database.join(' ')}

[pgbouncer]
listen_addr = ${url.hostname}
listen_port = ${url.port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
max_client_conn = 200
default_pool_size = 60
`;
}
