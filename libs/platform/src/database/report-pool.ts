import type { QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { sqlStateOf, SQLSTATE } from './database';
import { isFaultOfStandby, type Standby } from './standby';
import { ReportUnavailableError } from './report-unavailable';
import { SidePool } from './side-pool';
import type { SqlParameter, Statement } from './statement';

/** More than the users of one account may have under way. */
const POOL_SIZE = 8;
/** No list that its index serves takes a tenth of this. */
const STATEMENT_TIMEOUT_MS = 5_000;

/**
 * Reads lists and reports over few connections of their own, each for a few seconds at most, so that any number of
 * them leaves requests that move money their own connections.
 */
export class ReportPool {
  private readonly pool: SidePool;
  private readonly standbyPool: SidePool | undefined;

  constructor(
    dataSource: DataSource,
    timeoutMs = STATEMENT_TIMEOUT_MS,
    private readonly standby?: Standby,
  ) {
    const limits = { statementMs: timeoutMs };
    this.pool = new SidePool(dataSource, POOL_SIZE, limits);
    this.standbyPool = standby && new SidePool(dataSource, POOL_SIZE, limits, standby);
  }

  /**
   * From the standby while it is usable. Throws `ReportUnavailableError` when the statement takes too long, or no connection is
   * free for it.
   */
  async read<R extends QueryResultRow>(statement: Statement, parameters: readonly SqlParameter[]): Promise<R[]> {
    if (this.standbyPool && this.standby?.isUsable()) {
      try {
        return await this.readFrom<R>(this.standbyPool, statement, parameters);
      } catch (error) {
        if (!isFaultOfStandby(error)) throw error;
        this.standby.leave();
      }
    }
    return this.readFrom<R>(this.pool, statement, parameters);
  }

  private async readFrom<R extends QueryResultRow>(
    pool: SidePool,
    { name, text }: Statement,
    parameters: readonly SqlParameter[],
  ): Promise<R[]> {
    const client = await pool.connect();
    let broken = true;
    try {
      const { rows } = await client.query<R>({ name, text, values: parameters as unknown[] });
      broken = false;
      return rows;
    } catch (error) {
      // The connection is fine when the server responded, even with an error.
      broken = sqlStateOf(error) === undefined;
      throw sqlStateOf(error) === SQLSTATE.queryCanceled ? ReportUnavailableError.tookTooLong() : error;
    } finally {
      client.release(broken);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.close(), this.standbyPool?.close()]);
  }
}
