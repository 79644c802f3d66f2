import { Money, toCurrency } from '@app/kernel';
import { Columns, type RowOf } from '@app/platform';
import type { Verification } from '../domain/verification';

export const VERIFICATIONS = Columns.of<Verification>()({
  id: ['uuid', (verification) => verification.id],
  account_id: ['uuid', (verification) => verification.accountId],
  user_id: ['uuid', (verification) => verification.userId],
  status: ['text', (verification) => verification.status],
  close_reason: ['text', (verification) => verification.closeReason],
  wallet_id: ['uuid', (verification) => verification.walletId],
  beneficiary_id: ['uuid', ({ destination }) => destination.id],
  destination: ['jsonb', (verification) => verification.destination],
  destination_digest: ['bytea', (verification) => verification.destinationDigest],
  amount: ['numeric', ({ amount }) => amount.toFixed()],
  currency: ['text', ({ amount }) => amount.currency],
  instant: ['boolean', (verification) => verification.instant],
  comment: ['text', (verification) => verification.comment],
  code_hash: ['bytea', (verification) => verification.codeHash],
  failed_attempts: ['integer', (verification) => verification.failedAttempts],
  resends: ['integer', (verification) => verification.resends],
  expires_at: ['timestamptz', (verification) => verification.expiresAt],
  payout_id: ['uuid', (verification) => verification.payoutId],
  created_at: ['timestamptz', (verification) => verification.createdAt],
  updated_at: ['timestamptz', (verification) => verification.updatedAt],
});

export type VerificationRow = RowOf<typeof VERIFICATIONS>;

export function toVerification(row: VerificationRow): Verification {
  return {
    id: row.id,
    accountId: row.account_id,
    userId: row.user_id,
    status: row.status,
    closeReason: row.close_reason,
    walletId: row.wallet_id,
    destination: row.destination,
    destinationDigest: row.destination_digest,
    amount: Money.of(row.amount, toCurrency(row.currency)),
    instant: row.instant,
    comment: row.comment,
    codeHash: row.code_hash,
    failedAttempts: row.failed_attempts,
    resends: row.resends,
    expiresAt: row.expires_at,
    payoutId: row.payout_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
