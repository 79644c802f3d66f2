import type { DataSource } from 'typeorm';

/** Advances the time of all pending messages. */
export async function elapseMail(source: DataSource, ms: number): Promise<void> {
  const earlier = `next_attempt_at - $1 * interval '1 millisecond'`;
  await source.query(`UPDATE mail_messages SET next_attempt_at = ${earlier} WHERE status = 'pending'`, [ms]);
}
