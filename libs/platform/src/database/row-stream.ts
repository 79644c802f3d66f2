import { Pool, type PoolClient, type PoolConfig, type QueryResultRow } from 'pg';
import Cursor from 'pg-cursor';
import type { DataSource, DataSourceOptions } from 'typeorm';
import type { ConnectionGuard } from './connection-guard';
import type { SqlParameter, Statement } from './statement';

/** Connections for long lists. A list holds one for as long as its reader takes, so requests use a separate pool. */
const POOL_SIZE = 4;
/** Rows in memory at once. */
const BATCH = 500;
/**
 * The time for one list, from its first row to its last: PostgreSQL counts the reader's pauses as part of the
 * statement.
 */
const LIST_TIMEOUT_MS = 600_000;
/** The time to read one batch; the reader may be a client on a slow network. */
const PAUSE_MS = 30_000;
/** The time that PostgreSQL has for one batch. Longer than the pause, in which the connection is quiet too. */
const SILENCE_MS = 40_000;

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

/**
 * Reads long lists through cursors of the server, batch by batch, each in a read-only transaction. The pool opens with
 * the first list.
 */
export class RowStreams {
  private opened: Pool | undefined;
  private readonly busy = new Set<PoolClient>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly pauseMs = PAUSE_MS,
    private readonly silenceMs = SILENCE_MS,
  ) {}

  /** The connection is acquired for the first row, and released when the reader has finished or stops. */
  async *rows<R extends QueryResultRow>({ text }: Statement, parameters: readonly SqlParameter[]): AsyncGenerator<R> {
    const client = await this.pool.connect();
    this.busy.add(client);
    let finished = false;
    try {
      await client.query('BEGIN READ ONLY');
      yield* this.batches(client, client.query(new Cursor<R>(text, parameters as unknown[])));
      await client.query('COMMIT');
      finished = true;
    } finally {
      // A connection whose reader has stopped is closed, which also ends its statement and its transaction.
      this.busy.delete(client);
      client.release(!finished);
    }
  }

  /** Lists that are being read fail. */
  async close(): Promise<void> {
    const ended = this.opened?.end();
    // The pool waits for readers, which may never return.
    if (this.busy.size > 0) await Promise.all([...this.busy].map((client) => client.end()));
    else await ended;
  }

  private async *batches<R>(client: PoolClient, cursor: Cursor<R>): AsyncGenerator<R> {
    for (;;) {
      const rows = await cursor.read(BATCH);
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

  private get pool(): Pool {
    return (this.opened ??= open(this.dataSource, this.silenceMs));
  }
}

function open(dataSource: DataSource, silenceMs: number): Pool {
  const { url, applicationName, ...options } = dataSource.options as PostgresOptions;
  const { guard, ...extra } = options.extra as PoolConfig & { guard: ConnectionGuard };
  const pool = new Pool({
    ...extra,
    onConnect: (client) => guard.watch(client as PoolClient, silenceMs),
    connectionString: url,
    application_name: applicationName,
    statement_timeout: LIST_TIMEOUT_MS,
    max: POOL_SIZE,
    allowExitOnIdle: true,
  });
  // An idle connection that breaks is replaced by the next list.
  pool.on('error', () => undefined);
  return pool;
}
