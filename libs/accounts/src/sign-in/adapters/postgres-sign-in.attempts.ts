import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { SignInAttempts, type SignInAttempt } from '../application/ports';
import { FAILURES_SECONDS, type SignInPlace } from '../domain/sign-in';

// Users' addresses are unique by `lower`, so every spelling of an address has the same counters.
const HASH = `sha256(convert_to(lower($1), 'UTF8'))`;
const HOUR = `interval '${FAILURES_SECONDS} seconds'`;
// After a lock, counting starts again.
const RECENT = `CASE WHEN f.locked_until IS NULL
                     THEN ARRAY(SELECT at FROM unnest(f.failed_at) AS at WHERE at > now() - ${HOUR})
                     ELSE '{}' END`;

// One statement, so that attempts in one place queue at its row and the limit holds for concurrent ones. A rejected
// attempt changes nothing; otherwise an attacker could keep an address locked forever by retrying.
const TAKE = statement(
  'sign_in_attempts.take',
  `INSERT INTO sign_in_failures AS f (address_hash, place, failed_at, ends_at)
   VALUES (${HASH}, $2, ARRAY[now()], now() + ${HOUR})
   ON CONFLICT (address_hash, place) DO UPDATE SET
     failed_at = ${RECENT} || now(),
     locked_until = CASE WHEN cardinality(${RECENT}) + 1 >= $3::int THEN now() + make_interval(secs => $4::int) END,
     ends_at = excluded.ends_at
   WHERE f.locked_until IS NULL OR f.locked_until <= now()
   RETURNING address_hash, locked_until IS NOT NULL AS is_last`,
);

const LOCKED = statement(
  'sign_in_attempts.locked',
  `SELECT ceil(extract(epoch FROM locked_until - now()))::int AS seconds FROM sign_in_failures
    WHERE address_hash = ${HASH} AND place = $2`,
);

// An attempt was granted only without a lock: a lock that exists now began with it, or with a later one.
const GIVE_BACK = statement(
  'sign_in_attempts.give-back',
  `WITH emptied AS (
     DELETE FROM sign_in_failures WHERE address_hash = ${HASH} AND place = $2 AND cardinality(failed_at) = 1
   )
   UPDATE sign_in_failures SET failed_at = failed_at[:cardinality(failed_at) - 1], locked_until = NULL
    WHERE address_hash = ${HASH} AND place = $2 AND cardinality(failed_at) > 1`,
);

const CLEAR = statement(
  'sign_in_attempts.clear',
  `DELETE FROM sign_in_failures WHERE address_hash = ${HASH} AND place = $2`,
);

// In the order in which `SignInLock` takes them, so that neither waits for the other.
const CLEAR_ALL = statement(
  'sign_in_attempts.clear-all',
  `DELETE FROM sign_in_failures f USING (
     SELECT address_hash, place FROM sign_in_failures WHERE address_hash = ${HASH} ORDER BY place DESC FOR UPDATE
   ) AS locked
   WHERE f.address_hash = locked.address_hash AND f.place = locked.place`,
);

const DELETE_EXPIRED = statement(
  'sign_in_attempts.delete-expired',
  `DELETE FROM sign_in_failures WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM sign_in_failures WHERE ends_at <= now() LIMIT $1 FOR UPDATE SKIP LOCKED
   ))`,
);

@Injectable()
export class PostgresSignInAttempts extends SignInAttempts {
  constructor(private readonly db: Database) {
    super();
  }

  async take(tx: Tx, email: string, { name, limit, lockSeconds }: SignInPlace): Promise<SignInAttempt> {
    const statements = this.db.in(tx);
    const [taken] = await statements.query<{ address_hash: Buffer; is_last: boolean }>(TAKE, [
      email,
      name,
      limit,
      lockSeconds,
    ]);
    if (taken) return { outcome: taken.is_last ? 'last' : 'granted', addressHash: taken.address_hash };
    const [locked] = await statements.query<{ seconds: number | null }>(LOCKED, [email, name]);
    return { outcome: 'locked', retryAfterSeconds: Math.max(1, locked?.seconds ?? 1) };
  }

  async giveBack(tx: Tx, email: string, { name }: SignInPlace): Promise<void> {
    await this.db.in(tx).execute(GIVE_BACK, [email, name]);
  }

  async clear(tx: Tx, email: string, { name }: SignInPlace): Promise<void> {
    await this.db.in(tx).execute(CLEAR, [email, name]);
  }

  async clearAll(tx: Tx, email: string): Promise<void> {
    await this.db.in(tx).execute(CLEAR_ALL, [email]);
  }

  deleteExpired(tx: Tx, limit: number): Promise<number> {
    return this.db.in(tx).execute(DELETE_EXPIRED, [limit]);
  }
}
