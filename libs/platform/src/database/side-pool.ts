import { Pool, type PoolClient, type PoolConfig } from 'pg';
import type { DataSource, DataSourceOptions } from 'typeorm';
import { ReportRefusedError } from './report-refused';

/** Where the pool's limits differ from those of the data source. */
type SideLimits = Pick<PoolConfig, 'statement_timeout' | 'idle_in_transaction_session_timeout'>;
type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

/** Connections beside the data source's own, with its settings. The pool opens with the first use. */
export class SidePool {
  private opened: Pool | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly size: number,
    private readonly limits: SideLimits,
  ) {}

  /** Throws `ReportRefusedError` when all connections are in use for longer than a caller waits. */
  async connect(): Promise<PoolClient> {
    const pool = (this.opened ??= this.open());
    try {
      return await pool.connect();
    } catch (error) {
      const allInUse = pool.totalCount >= this.size && pool.idleCount === 0;
      throw allInUse ? ReportRefusedError.busy() : error;
    }
  }

  /** Waits for the connections that are in use. */
  async close(): Promise<void> {
    await this.opened?.end();
  }

  private open(): Pool {
    const { url, applicationName, ...options } = this.dataSource.options as PostgresOptions;
    const pool = new Pool({
      ...(options.extra as PoolConfig),
      connectionString: url,
      application_name: applicationName,
      ...this.limits,
      max: this.size,
      allowExitOnIdle: true,
    });
    // An idle connection that breaks is replaced by the next one.
    pool.on('error', () => undefined);
    return pool;
  }
}
