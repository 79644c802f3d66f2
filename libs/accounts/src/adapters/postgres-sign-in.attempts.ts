import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { SignInAttempts, type SignInAttempt } from '../application/ports';
import { MAX_FAILED_SIGN_INS, SIGN_IN_LOCK_SECONDS } from '../domain/sign-in';

// Users' addresses are unique by `lower`, so every spelling of an address has the same counter.
const HASH = `sha256(convert_to(lower($1), 'UTF8'))`;

// One statement, so that attempts with one address queue at its row and the limit holds for concurrent ones. A refused
// attempt changes nothing; otherwise an attacker could keep an address locked forever by retrying.
const TAKE = statement(
  'sign_in_attempts.take',
  `INSERT INTO sign_in_attempts AS a (address_hash, tries, ends_at)
   VALUES (${HASH}, 1, now() + make_interval(secs => $3::int))
   ON CONFLICT (address_hash) DO UPDATE SET
     tries = CASE WHEN a.ends_at <= now() THEN 1 ELSE least(a.tries + 1, $2::int + 1) END,
     ends_at = CASE WHEN a.ends_at > now() AND a.tries >= $2::int THEN a.ends_at ELSE excluded.ends_at END
   RETURNING address_hash, tries, ceil(extract(epoch FROM ends_at - now()))::int AS seconds`,
);

// An attempt that was rejected is not counted, so a lock (5 or 6) becomes 4.
const GIVE_BACK = statement(
  'sign_in_attempts.give-back',
  `WITH emptied AS (DELETE FROM sign_in_attempts WHERE address_hash = ${HASH} AND tries = 1)
   UPDATE sign_in_attempts SET tries = least(tries, $2::int) - 1 WHERE address_hash = ${HASH} AND tries > 1`,
);

const CLEAR = statement('sign_in_attempts.clear', `DELETE FROM sign_in_attempts WHERE address_hash = ${HASH}`);

const DELETE_EXPIRED = statement(
  'sign_in_attempts.delete-expired',
  `DELETE FROM sign_in_attempts WHERE address_hash = ANY (ARRAY(
     SELECT address_hash FROM sign_in_attempts WHERE ends_at <= now() LIMIT $1 FOR UPDATE SKIP LOCKED
   ))`,
);

interface TakenRow {
  address_hash: Buffer;
  tries: number;
  seconds: number;
}

@Injectable()
export class PostgresSignInAttempts extends SignInAttempts {
  constructor(private readonly db: Database) {
    super();
  }

  async take(tx: Tx, email: string): Promise<SignInAttempt> {
    const rows = await this.db.in(tx).query<TakenRow>(TAKE, [email, MAX_FAILED_SIGN_INS, SIGN_IN_LOCK_SECONDS]);
    const { address_hash, tries, seconds } = rows[0] as TakenRow;
    if (tries > MAX_FAILED_SIGN_INS) return { outcome: 'locked', retryAfterSeconds: Math.max(1, seconds) };
    return { outcome: tries === MAX_FAILED_SIGN_INS ? 'last' : 'granted', addressHash: address_hash };
  }

  async giveBack(tx: Tx, email: string): Promise<void> {
    await this.db.in(tx).execute(GIVE_BACK, [email, MAX_FAILED_SIGN_INS]);
  }

  async clear(tx: Tx, email: string): Promise<void> {
    await this.db.in(tx).execute(CLEAR, [email]);
  }

  deleteExpired(tx: Tx, limit: number): Promise<number> {
    return this.db.in(tx).execute(DELETE_EXPIRED, [limit]);
  }
}
