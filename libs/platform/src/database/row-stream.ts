import type { PoolClient, QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { sqlStateOf, SQLSTATE } from './database';
import { ReportUnavailableError } from './report-unavailable';
import { ReadPools } from './read-pools';
import type { Standby } from './standby';
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
  private readonly pools: ReadPools;
  private readonly busy = new Set<PoolClient>();

  constructor(
    dataSource: DataSource,
    standby?: Standby,
    private readonly pauseMs = PAUSE_MS,
  ) {
    const limits = { statementMs: BATCH_TIMEOUT_MS, idleInTransactionMs: IDLE_IN_TRANSACTION_MS };
    this.pools = new ReadPools('exports', dataSource, POOL_SIZE, limits, standby);
  }

  /** The connection is acquired for the first row, and released when the reader has finished or stops. */
  async *rows<R extends QueryResultRow>({ text }: Statement, parameters: readonly SqlParameter[]): AsyncGenerator<R> {
    const client = await this.pools.use(begin);
    this.busy.add(client);
    let finished = false;
    try {
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
    const ended = this.pools.close();
    // The pool waits for readers, which may never return.
    if (this.busy.size > 0) await Promise.all([...this.busy].map((client) => client.end()));
    else await ended;
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

/** A list that has begun cannot go on at another server: this is the last moment at which a connection can be replaced. */
async function begin(client: PoolClient): Promise<PoolClient> {
  try {
    await client.query('BEGIN READ ONLY');
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
