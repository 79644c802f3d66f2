import { Client } from 'pg';
import { until } from './conditions';

/** A separate connection that locks rows of a database, so that transactions that need them wait at a known point. */
export class RowLock {
  private constructor(private readonly client: Client) {}

  /** Locks the rows that the statement selects, until `release`. */
  static async hold(databaseUrl: string, select: string, parameters: readonly unknown[]): Promise<RowLock> {
    const client = new Client(databaseUrl);
    await client.connect();
    await client.query('BEGIN');
    await client.query(`${select} FOR UPDATE`, [...parameters]);
    return new RowLock(client);
  }

  /** Resolves when this many connections wait for a lock in this database. */
  async waitedFor(connections = 1): Promise<void> {
    await until(`${connections} connections wait for a lock`, async () => (await this.waiting()).length >= connections);
  }

  /**
   * Ends the server's side of every waiting connection. A killed client's statement would otherwise still be executed
   * after the lock is released, because the server notices the disconnection only when it responds.
   */
  async endWaiting(): Promise<void> {
    for (const pid of await this.waiting()) await this.client.query('SELECT pg_terminate_backend($1)', [pid]);
    await until('no connection is waiting', async () => (await this.waiting()).length === 0);
  }

  async release(): Promise<void> {
    await this.client.query('ROLLBACK');
    await this.client.end();
  }

  private async waiting(): Promise<number[]> {
    // Within a transaction, pg_stat_activity returns the same snapshot every time.
    await this.client.query('SELECT pg_stat_clear_snapshot()');
    const { rows } = await this.client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows.map(({ pid }) => pid);
  }
}
