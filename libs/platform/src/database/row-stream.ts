import type { PoolClient, QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { sqlStateOf, SQLSTATE } from './database';
import { ReportUnavailableError } from './report-unavailable';
import { SidePool } from './side-pool';
import { isFaultOfStandby, type Standby } from './standby';
import type { SqlParameter, Statement } from './statement';

/** Connections for long lists. A list holds one for as long as its reader takes, so requests use a separate pool. */
const POOL_SIZE = 8;
/** Rows in memory at once. */
const BATCH = 500;
/** The time in which PostgreSQL finds one batch. */
const BATCH_TIMEOUT_MS = 5_000;
/** The time to read one batch; the reader may be a client on a slow network. */
const PAUSE_MS = 30_000;
/** The reader's pause leaves the transaction idle, so PostgreSQL ends it only later. */
const IDLE_IN_TRANSACTION_MS = 40_000;

const NEXT_ROWS = `FETCH ${BATCH} FROM list`;

/** Reads long lists through cursors of the server, batch by batch, each list in a read-only transaction. */
export class RowStreams {
  private readonly pool: SidePool;
  private readonly standbyPool: SidePool | undefined;
  private readonly busy = new Set<PoolClient>();

  constructor(
    dataSource: DataSource,
    private readonly pauseMs = PAUSE_MS,
    private readonly standby?: Standby,
  ) {
    const limits = { statementMs: BATCH_TIMEOUT_MS, idleInTransactionMs: IDLE_IN_TRANSACTION_MS };
    this.pool = new SidePool(dataSource, POOL_SIZE, limits);
    this.standbyPool = standby && new SidePool(dataSource, POOL_SIZE, limits, standby);
  }

  /** The connection is acquired for the first row, and released when the reader has finished or stops. */
  async *rows<R extends QueryResultRow>({ text }: Statement, parameters: readonly SqlParameter[]): AsyncGenerator<R> {
    const client = await this.connect();
    this.busy.add(client);
    let finished = false;
    try {
      await client.query('BEGIN READ ONLY');
      await client.query(`DECLARE list NO SCROLL CURSOR FOR ${text}`, parameters as unknown[]);
      yield* this.batches<R>(client);
      await client.query('COMMIT');
      finished = true;
    } catch (error) {
      throw sqlStateOf(error) === SQLSTATE.queryCanceled ? ReportUnavailableError.tookTooLong() : error;
    } finally {
      // A connection whose reader has stopped is closed, which also ends its transaction.
      this.busy.delete(client);
      client.release(!finished);
    }
  }

  /** Lists that are being read fail. */
  async close(): Promise<void> {
    const ended = Promise.all([this.pool.close(), this.standbyPool?.close()]);
    // The pool waits for readers, which may never return.
    if (this.busy.size > 0) await Promise.all([...this.busy].map((client) => client.end()));
    else await ended;
  }

  /** To the standby while it is usable: the rows after the first cannot come from another server. */
  private async connect(): Promise<PoolClient> {
    if (this.standbyPool && this.standby?.isUsable()) {
      try {
        return await this.standbyPool.connect();
      } catch (error) {
        if (!isFaultOfStandby(error)) throw error;
        this.standby.leave();
      }
    }
    return this.pool.connect();
  }

  private async *batches<R extends QueryResultRow>(client: PoolClient): AsyncGenerator<R> {
    for (;;) {
      const { rows } = await client.query<R>(NEXT_ROWS);
      // Closes the connection, so that the next read fails.
      const pause = setTimeout(() => void client.end(), this.pauseMs);
      try {
        yield* rows;
      } finally {
        clearTimeout(pause);
      }
      if (rows.length < BATCH) return;
    }
  }
}
