import { sourcesOf, targetOf, type Transitions } from '@app/kernel';
import { statement } from '@app/platform';
import { TRANSITIONS, type VerificationEvent, type VerificationStatus } from '../domain/verification';
import { VERIFICATIONS } from './verification-rows';

const MOVES: Transitions<VerificationEvent, VerificationStatus> = TRANSITIONS;

/** The assignment and the condition of a move that one statement makes. */
function moving(event: VerificationEvent): { to: string; from: string } {
  const sources = sourcesOf(MOVES, event).map((status) => `'${status}'`);
  return { to: `status = '${targetOf(MOVES, event)}'`, from: `v.status IN (${sources.join(', ')})` };
}

const EXPIRE = moving('expire');
const SUPERSEDE = moving('supersede');

/** Serialises initiations of an account: two of them could both be the last one allowed, or both be pending. */
export const TAKE_TURN = statement(
  'transfer-verifications.take-turn',
  `SELECT pg_advisory_xact_lock(hashtextextended('transfer verifications of ' || $1::text, 0))`,
);

export const RECENT = statement(
  'transfer-verifications.recent',
  `SELECT v.user_id, v.created_at FROM transfer_verifications v WHERE v.account_id = $1 AND v.created_at > $2`,
);

export const SUPERSEDE_PENDING = statement(
  'transfer-verifications.supersede',
  `UPDATE transfer_verifications v SET ${SUPERSEDE.to}, updated_at = $2 WHERE v.user_id = $1 AND ${SUPERSEDE.from}`,
);

export const RECORD_WRONG_CODE = statement(
  'transfer-wrong-codes.record',
  `WITH forgotten AS (DELETE FROM transfer_wrong_codes WHERE account_id = $1 AND at <= $3)
   INSERT INTO transfer_wrong_codes (account_id, at) VALUES ($1, $2)`,
);

export const WRONG_CODES = statement(
  'transfer-wrong-codes.recent',
  `SELECT w.at FROM transfer_wrong_codes w WHERE w.account_id = $1 AND w.at > $2 ORDER BY w.at DESC LIMIT $3`,
);

export const INSERT = statement(
  'transfer-verifications.insert',
  `INSERT INTO transfer_verifications (${VERIFICATIONS.names}) VALUES (${VERIFICATIONS.values})`,
);

export const FIND = statement(
  'transfer-verifications.find',
  `SELECT ${VERIFICATIONS.select('v')} FROM transfer_verifications v WHERE v.id = $1 AND v.account_id = $2`,
);

export const LOCK = statement('transfer-verifications.lock', `${FIND.text} FOR UPDATE`);

/** The caller holds the lock and counts the rows. */
export const SAVE = statement(
  'transfer-verifications.save',
  `UPDATE transfer_verifications v SET status = $3, close_reason = $4, code_hash = $5, failed_attempts = $6,
     resends = $7, expires_at = $8, payout_id = $9, updated_at = $10
    WHERE v.id = $1 AND v.status = $2`,
);

export const EXPIRE_DUE = statement(
  'transfer-verifications.expire-due',
  `UPDATE transfer_verifications v SET ${EXPIRE.to}, updated_at = $1
    WHERE v.id = ANY (ARRAY(
      SELECT v.id FROM transfer_verifications v WHERE ${EXPIRE.from} AND v.expires_at <= $1
       ORDER BY v.expires_at LIMIT $2 FOR UPDATE SKIP LOCKED
    ))`,
);
