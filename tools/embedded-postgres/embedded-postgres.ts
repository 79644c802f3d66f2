import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { locateBinaries } from './binaries';
import { initialise, passwordOf, placeCluster, servicePasswordOf, SUPERUSER } from './cluster';
import { Leases, whileLocked } from './leases';
import { ensureServiceRole, SERVICE_ROLE } from './service-role';
import { ensureRunning, runningPostmaster, stopPostmaster } from './postmaster';
import { serviceAccount } from './service-account';

export interface EmbeddedPostgresOptions {
  /** The service's data folder, created when missing. It holds the cluster, its password, its log and its leases. */
  dataDir: string;
  /** False trades durability for speed; for tests. */
  durable?: boolean;
  /** Receives a line about each wait of more than two seconds. */
  log?: (line: string) => void;
}

/** One user's lease on the embedded server of a data folder. */
export interface EmbeddedPostgres {
  /** For the service: an ordinary role that owns the database. */
  readonly url: string;
  /** For tests that create databases: the superuser. */
  readonly superuserUrl: string;
  /**
   * Restarts the server if it has died, on its old port if that is free. Returns true when it did; `url` is up to
   * date then.
   */
  revive(): Promise<boolean>;
  /**
   * Ends this lease. The last one to end stops the server: by a fast shutdown within `withinMs` (10 s), and then by an
   * immediate one, which loses nothing and makes the next start recover.
   */
  stop(options?: { withinMs?: number }): Promise<void>;
}

const LOCK_WITHIN_MS = 90_000;
const STOP_WITHIN_MS = 10_000;

/**
 * Starts the PostgreSQL server of a data folder, or joins the one that runs there, whether another process started it or
 * a killed process left it behind. Needs nothing installed, and works for root too. Rejects with one readable line when
 * the server cannot be started.
 */
export async function acquireEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  mkdirSync(options.dataDir, { recursive: true });
  const dataDir = realpathSync(options.dataDir);
  const leases = new Leases(join(dataDir, 'postgres-users'));
  const lease = leases.take();
  const locked = <T>(withinMs: number, work: () => Promise<T>) =>
    whileLocked(join(dataDir, 'postgres.lock'), withinMs, work);
  let server: RunningServer;
  try {
    server = await locked(LOCK_WITHIN_MS, () => startOrJoin(dataDir, options));
  } catch (error) {
    leases.end(lease);
    throw error;
  }
  let held = true;
  return {
    get url() {
      return server.url;
    },
    get superuserUrl() {
      return server.superuserUrl;
    },
    async revive() {
      if (!held || runningPostmaster(server.cluster)) return false;
      server = await locked(LOCK_WITHIN_MS, () => startOrJoin(dataDir, options));
      return true;
    },
    async stop({ withinMs = STOP_WITHIN_MS } = {}) {
      if (!held) return;
      held = false;
      leases.end(lease);
      await locked(withinMs, async () => {
        if (leases.count() === 0) await stopPostmaster(server.cluster, withinMs);
      });
    },
  };
}

interface RunningServer {
  cluster: string;
  url: string;
  superuserUrl: string;
}

async function startOrJoin(
  dataDir: string,
  { durable = true, log = () => undefined }: EmbeddedPostgresOptions,
): Promise<RunningServer> {
  const account = serviceAccount(join(dataDir, 'postgres'));
  const cluster = await placeCluster(dataDir, account, log);
  const password = passwordOf(dataDir, cluster);
  const binaries = locateBinaries(account);
  await initialise(cluster, binaries, account, password, durable);
  const logFile = join(dataDir, 'postgres.log');
  const port = await ensureRunning({ cluster, binaries, account, logFile, durable, log });
  const database = `127.0.0.1:${port}/postgres`;
  const superuserUrl = `postgres://${SUPERUSER}:${password}@${database}`;
  const servicePassword = servicePasswordOf(dataDir);
  await ensureServiceRole(superuserUrl, servicePassword);
  return { cluster, url: `postgres://${SERVICE_ROLE}:${servicePassword}@${database}`, superuserUrl };
}
