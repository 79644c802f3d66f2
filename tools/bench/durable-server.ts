import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acquireEmbeddedPostgres } from '../embedded-postgres';
import { takeCare } from './caretaker';

/** A PostgreSQL server whose commits wait for the disk, with an empty database. */
export interface DurableServer {
  /** For the service: an ordinary role that owns the database. */
  readonly url: string;
  readonly superuserUrl: string;
  readonly dataDir: string;
  /** Also removes the data, which goes too when the process that started the server is killed. */
  stop(): Promise<void>;
}

export async function startDurableServer(): Promise<DurableServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'servicepay-bench-'));
  chmodSync(dataDir, 0o755);
  const server = await acquireEmbeddedPostgres({ dataDir });
  takeCare(realpathSync(join(dataDir, 'postgres')), dataDir);
  const { url, superuserUrl } = server;
  const stop = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url, superuserUrl, dataDir, stop };
}
