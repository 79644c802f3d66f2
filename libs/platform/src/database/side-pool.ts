import type { Pool, PoolClient, PoolConfig } from 'pg';
import type { DataSource, DataSourceOptions } from 'typeorm';
import type { ConnectionGuard } from './connection-guard';
import type { DatabaseHosts } from './database-hosts';
import { poolLimits, type DatabaseLimits } from './data-source';
import { ReportUnavailableError } from './report-unavailable';
import type { Standby } from './standby';
import { WatchedPool, type PoolPlace } from './watched-pool';

/** Where the pool's limits differ from those of the data source. */
type SideLimits = Partial<DatabaseLimits>;
/** What the data source's own pool has. */
type PoolExtra = PoolConfig & PoolPlace & { guard: ConnectionGuard; hosts: DatabaseHosts; limits: DatabaseLimits };
type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

/** Connections beside the data source's own, with its settings, or to a standby. The pool opens with the first use. */
export class SidePool {
  private opened: Pool | undefined;

  constructor(
    private readonly name: string,
    private readonly dataSource: DataSource,
    private readonly size: number,
    private readonly limits: SideLimits,
    private readonly standby?: Standby,
  ) {}

  /** Throws `ReportUnavailableError` when all connections are in use for longer than a caller waits. */
  async connect(): Promise<PoolClient> {
    const pool = (this.opened ??= this.open());
    try {
      return await pool.connect();
    } catch (error) {
      const allInUse = pool.totalCount >= this.size && pool.idleCount === 0;
      throw allInUse ? ReportUnavailableError.busy() : error;
    }
  }

  /** Waits for the connections that are in use. */
  async close(): Promise<void> {
    await this.opened?.end();
  }

  private open(): Pool {
    const { url, applicationName, ...options } = this.dataSource.options as PostgresOptions;
    const { guard: ownGuard, hosts: ownHosts, limits, ...extra } = options.extra as PoolExtra;
    const { guard, hosts } = this.standby ?? { guard: ownGuard, hosts: ownHosts };
    const pool = new WatchedPool({
      ...extra,
      poolName: this.name,
      ...poolLimits(guard, hosts, { ...limits, ...this.limits }, this.standby !== undefined),
      connectionString: this.standby?.url ?? url,
      application_name: applicationName,
      max: this.size,
      allowExitOnIdle: true,
    });
    // An idle connection that breaks is replaced by the next one.
    pool.on('error', () => undefined);
    return pool;
  }
}
