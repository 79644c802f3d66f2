import {
  canonicalJson,
  DomainError,
  IdempotentResponses,
  newId,
  type IdempotencyClaim,
  type IdempotentResponse,
  type Tx,
} from '@app/kernel';
import type { Database } from '../database/database';
import { PRESENCE } from '../database/listener';
import { statement } from '../database/statement';
import type { EncryptedColumn } from '../secrets/reencryption';
import type { Encrypter } from '../secrets/encrypter';

/** The call that a key belongs to: the same key means something else for another caller or on another path. */
export interface IdempotencyScope {
  /** The user behind the API key or the panel session: a user does not get what another user created. */
  caller: string;
  path: string;
}

export type Begun = { outcome: 'claimed'; claim: IdempotencyClaim } | { outcome: 'replay'; response: unknown };

/** The key was used for another body. */
export class IdempotencyKeyReusedError extends DomainError {
  constructor() {
    super('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was sent before with another body. Use a new key.');
  }
}

/** The first call with this key has no response yet. */
export class IdempotencyInProgressError extends DomainError {
  constructor() {
    super(
      'IDEMPOTENCY_IN_PROGRESS',
      'The first request with this Idempotency-Key is still running. Try again shortly.',
    );
  }
}

// A key can be claimed again a day after its first use, after the lease of a call that never finished, and at once when the
// process of that call is gone, with the lock that it held, or is this one, which no longer runs the call.
const CLAIM = statement(
  'idempotency.claim',
  `INSERT INTO idempotency_keys AS k (scope, key, body_hash, token, lease_until, process)
   VALUES ($1, $2, $3, $4, now() + interval '30 seconds', $6)
   ON CONFLICT (scope, key) DO UPDATE
     SET body_hash = excluded.body_hash, token = excluded.token, lease_until = excluded.lease_until,
         process = excluded.process, answer = NULL, created_at = now()
     WHERE k.created_at < now() - interval '24 hours'
        OR (k.answer IS NULL AND k.body_hash = ANY ($5::bytea[]) AND (k.lease_until < now()
          OR k.process = $6 AND NOT $7::boolean OR k.process IS NOT NULL AND NOT EXISTS
          (SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
            WHERE l.locktype = 'advisory' AND l.classid = ${PRESENCE} AND l.objid = k.process::oid AND l.objsubid = 2 AND l.granted)))
   RETURNING token`,
);

const FIND = statement(
  'idempotency.find',
  `SELECT body_hash, answer FROM idempotency_keys WHERE scope = $1 AND key = $2`,
);

const KEEP = statement(
  'idempotency.keep',
  `UPDATE idempotency_keys SET answer = $4, lease_until = NULL
    WHERE scope = $1 AND key = $2 AND token = $3 AND answer IS NULL`,
);

const RELEASE = statement(
  'idempotency.release',
  `DELETE FROM idempotency_keys WHERE scope = $1 AND key = $2 AND token = $3 AND answer IS NULL`,
);

const FORGET = statement(
  'idempotency.forget',
  `DELETE FROM idempotency_keys WHERE (scope, key) IN
     (SELECT scope, key FROM idempotency_keys WHERE created_at < now() - interval '24 hours' LIMIT $1)`,
);

/**
 * Makes a repeated creating call return the first one's response. The response is stored in the creating transaction, so a
 * crash leaves both or neither. Responses are encrypted: they contain what was sold, to whom and for how much.
 */
export class Idempotency extends IdempotentResponses {
  constructor(
    private readonly db: Database,
    private readonly encrypter: Encrypter,
    /** The lock of this process; null while it holds none. */
    private readonly presence: () => number | null = () => null,
  ) {
    super();
  }

  /**
   * `runsHere`: whether this process may run another call with the key now. Throws `IdempotencyKeyReusedError` or
   * `IdempotencyInProgressError`. Call it with `uow.once`.
   */
  async begin(tx: Tx, of: IdempotencyScope, key: string, body: unknown, runsHere: boolean): Promise<Begun> {
    const scope = `${of.caller} ${of.path}`;
    // Bodies can have passwords and codes, which a plain hash would let a reader of the table try out.
    const text = canonicalJson(body);
    const hash = this.encrypter.digest(text, contextOf(scope, key));
    // While SECRETS_KEY is rotated, the first call may have been made under the previous one.
    // Processes of the previous version hash the members in the order in which they came.
    const hashes = [text, JSON.stringify(body)].flatMap((each) => this.encrypter.digests(each, contextOf(scope, key)));
    const token = newId();
    const [claimed] = await this.db
      .in(tx)
      .query<{ token: string }>(CLAIM, [scope, key, hash, token, hashes, this.presence(), runsHere]);
    if (claimed) return { outcome: 'claimed', claim: { scope, key, token } };
    const [found] = await this.db.read<{ body_hash: Buffer; answer: Buffer | null }>(FIND, [scope, key]);
    if (found && !hashes.some((known) => found.body_hash.equals(known))) throw new IdempotencyKeyReusedError();
    if (!found?.answer) throw new IdempotencyInProgressError();
    return {
      outcome: 'replay',
      response: JSON.parse(this.encrypter.decrypt(found.answer, contextOf(scope, key))) as unknown,
    };
  }

  /** Throws `IdempotencyInProgressError` when the lease has run out and another call has claimed the key. */
  async keep<T>(tx: Tx, response: IdempotentResponse<T> | undefined, created: T): Promise<void> {
    if (!response) return;
    const { scope, key, token } = response.claim;
    const encrypted = this.encrypter.encrypt(JSON.stringify(response.present(created)), contextOf(scope, key));
    const kept = await this.db.in(tx).execute(KEEP, [scope, key, token, encrypted]);
    if (kept !== 1) throw new IdempotencyInProgressError();
  }

  /** Releases the claim of a call that created nothing: its key can be used again at once. Call it with `uow.once`. */
  async release(tx: Tx, { scope, key, token }: IdempotencyClaim): Promise<void> {
    await this.db.in(tx).execute(RELEASE, [scope, key, token]);
  }

  /** Deletes keys that are older than a day, at most `limit`; returns how many. Call it with `uow.once`. */
  forgetOld(tx: Tx, limit: number): Promise<number> {
    return this.db.in(tx).execute(FORGET, [limit]);
  }
}

/** The responses are encrypted; a body leaves only a digest, which cannot be made again under another key. */
export const ENCRYPTED_RESPONSES: EncryptedColumn = {
  name: 'idempotency_answers',
  start: ['', ''],
  read: statement(
    'idempotency.read-encrypted',
    `SELECT ARRAY[scope, key] AS key, answer AS encrypted FROM idempotency_keys
      WHERE (scope, key) > (($1::text[])[1], ($1::text[])[2]) AND answer IS NOT NULL
      ORDER BY scope, key LIMIT $2 FOR NO KEY UPDATE`,
  ),
  write: statement(
    'idempotency.write-encrypted',
    `UPDATE idempotency_keys k SET answer = given.encrypted
       FROM unnest($1::text[], $2::text[], $3::bytea[]) AS given (scope, key, encrypted)
      WHERE k.scope = given.scope AND k.key = given.key`,
  ),
  contextOf: ([scope = '', key = '']) => contextOf(scope, key),
};

function contextOf(scope: string, key: string): string {
  return `idempotency|${scope}|${key}`;
}
