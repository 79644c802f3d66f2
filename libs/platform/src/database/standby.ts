import { Pool } from 'pg';
import type { Log } from '../logging/log';
import { ConnectionGuard, SilentConnectionError } from './connection-guard';
import { isConnectionFailure, sqlStateOf, SQLSTATE } from './database';
import { DatabaseHosts } from './database-hosts';

/** Lists show what was committed at most that long ago, or are read from the primary. */
export const LONGEST_LAG_MS = 2_000;
const CHECK_EVERY_MS = 500;
const RESPONSE_MS = 1_000;

/**
 * Null on a server that is no standby, such as one that was promoted. Every process commits twice a second, so that the time of
 * the last commit says how far the standby is behind, also when it has lost the primary.
 */
const LAG = `SELECT CASE WHEN pg_is_in_recovery()
  THEN extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 * 1000 END AS lag_ms`;

/**
 * A standby that may serve lists and reports, as long as it is close behind the primary. It is checked beside the requests,
 * none of which waits for it.
 */
export class Standby {
  /** Apart from those of the primary, whose connections close when it moves. */
  readonly guard = new ConnectionGuard();
  readonly hosts: DatabaseHosts;
  private readonly pool: Pool;
  private timer: NodeJS.Timeout | undefined;
  private lastLagMs: number | undefined;

  constructor(
    readonly url: string,
    private readonly log: Log,
    private readonly readLag: (pool: Pool) => Promise<number | null> = lagOf,
  ) {
    this.hosts = new DatabaseHosts(url);
    this.pool = new Pool({
      connectionString: this.hosts.current,
      application_name: 'standby check',
      max: 1,
      connectionTimeoutMillis: RESPONSE_MS,
      query_timeout: RESPONSE_MS,
      allowExitOnIdle: true,
    });
    this.pool.on('error', () => undefined);
  }

  /** Resolves after the first check. */
  async start(): Promise<void> {
    if (this.timer) return;
    this.timer = setInterval(() => void this.check(), CHECK_EVERY_MS).unref();
    await this.check();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.lastLagMs = undefined;
    await this.pool.end();
  }

  /** Whether lists are read there now. */
  isUsable(): boolean {
    return this.lastLagMs !== undefined && this.lastLagMs <= LONGEST_LAG_MS;
  }

  /** In seconds; NaN while it is unknown. */
  lag(): number {
    return this.lastLagMs === undefined ? NaN : this.lastLagMs / 1_000;
  }

  /** Reads elsewhere until the next check finds it well. */
  leave(): void {
    this.lastLagMs = undefined;
  }

  async check(): Promise<void> {
    const was = this.isUsable();
    this.lastLagMs = (await this.readLag(this.pool).catch(() => this.closeAll())) ?? undefined;
    if (was === this.isUsable()) return;
    if (was) this.log.warn({ lag_ms: this.lastLagMs ?? null }, 'lists are read from the primary');
    else this.log.info({ lag_ms: this.lastLagMs }, 'lists are read from the standby');
  }

  /** A standby that stands still would keep the lists that are being read there waiting. */
  private closeAll(): null {
    this.guard.closeAll(new SilentConnectionError('the standby does not respond'));
    return null;
  }
}

async function lagOf(pool: Pool): Promise<number | null> {
  const { rows } = await pool.query<{ lag_ms: number | null }>(LAG);
  return rows[0]?.lag_ms ?? null;
}

/** Whether the primary can serve what the standby did not: its connection failed, or its recovery removed what was read. */
export function isFaultOfStandby(error: unknown): boolean {
  return isConnectionFailure(error) || sqlStateOf(error) === SQLSTATE.serializationFailure;
}
