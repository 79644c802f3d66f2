import { retrying } from '@app/kernel';
import type { Pool, PoolClient } from 'pg';
import { sqlStateOf } from './database';

/** A server that has lost a client ends the client's transaction within some seconds, and a new primary takes as long. */
const ASK_AGAIN_MS = [50, 100, 250, 500, 1_000, 2_000, 4_000, 4_000];
/** Of an id that the server has not given yet: the transaction was lost with the former primary. */
const NO_SUCH_TRANSACTION = '22023';

/** The id of the running transaction; null while it has written nothing. */
export async function transactionId(client: PoolClient): Promise<string | null> {
  const { rows } = await client.query<{ id: string | null }>('SELECT pg_current_xact_id_if_assigned()::text AS id');
  return rows[0]?.id ?? null;
}

/**
 * Whether the transaction, whose connection was lost during its commit, has been committed. Waits while it is in progress
 * and while the database does not respond; undefined when that takes too long.
 */
export async function wasCommitted(pool: Pool, id: string): Promise<boolean | undefined> {
  const ask = async () => {
    const status = await statusOf(pool, id);
    if (status === 'committed' || status === 'aborted') return status === 'committed';
    throw new Error(`the transaction ${id} is ${status ?? 'too old'}`);
  };
  return retrying(ASK_AGAIN_MS, ask, () => undefined).catch(() => undefined);
}

async function statusOf(pool: Pool, id: string): Promise<string | null | undefined> {
  try {
    const { rows } = await pool.query<{ status: string | null }>('SELECT pg_xact_status($1::xid8) AS status', [id]);
    return rows[0]?.status;
  } catch (error) {
    if (sqlStateOf(error) === NO_SUCH_TRANSACTION) return 'aborted';
    throw error;
  }
}
