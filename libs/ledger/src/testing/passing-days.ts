import { poolOf } from '@app/platform';
import type { DataSource } from 'typeorm';

/** Moves everything that was posted on the wallet that many days into the past, as if it had been posted then. */
export async function letDaysPass(dataSource: DataSource, walletId: string, days: number): Promise<void> {
  const client = await poolOf(dataSource).connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL session_replication_role = replica');
    const postings = `UPDATE postings SET created_at = created_at - $2 * interval '24 hours' WHERE wallet_id = $1`;
    await client.query(postings, [walletId, days]);
    // Keys are checked row by row, so the days move through a time in which there are none.
    const away = 'UPDATE wallet_days SET day = day - 100000 - $2::integer WHERE wallet_id = $1';
    await client.query(away, [walletId, days]);
    await client.query('UPDATE wallet_days SET day = day + 100000 WHERE wallet_id = $1', [walletId]);
    await client.query('COMMIT');
  } finally {
    client.release(true);
  }
}
