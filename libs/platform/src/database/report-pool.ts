import type { QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { sqlStateOf, SQLSTATE } from './database';
import { ReportUnavailableError } from './report-unavailable';
import { ReadPools } from './read-pools';
import type { Standby } from './standby';
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
  private readonly pools: ReadPools;

  constructor(dataSource: DataSource, standby?: Standby, timeoutMs = STATEMENT_TIMEOUT_MS) {
    this.pools = new ReadPools('reports', dataSource, POOL_SIZE, { statementMs: timeoutMs }, standby);
  }

  /** Throws `ReportUnavailableError` when the statement takes too long, or no connection is free for it. */
  read<R extends QueryResultRow>({ name, text }: Statement, parameters: readonly SqlParameter[]): Promise<R[]> {
    return this.pools.use(async (client) => {
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
    });
  }

  close(): Promise<void> {
    return this.pools.close();
  }
}
