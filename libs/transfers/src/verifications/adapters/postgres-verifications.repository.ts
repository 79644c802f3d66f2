import { isUuid, RetryTransactionError, type Move, type Tx } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { VerificationsRepository } from '../application/ports';
import type { Initiation } from '../domain/initiation-limits';
import type { Verification } from '../domain/verification';
import * as statements from './verification-statements';
import { toVerification, VERIFICATIONS, type VerificationRow } from './verification-rows';

@Injectable()
export class PostgresVerificationsRepository extends VerificationsRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async listRecent(tx: Tx, accountId: string, since: Date): Promise<Initiation[]> {
    const statementsOfTx = this.db.in(tx);
    await statementsOfTx.query(statements.TAKE_TURN, [accountId]);
    const rows = await statementsOfTx.query<{ user_id: string; created_at: Date }>(statements.RECENT, [
      accountId,
      since,
    ]);
    return rows.map((row) => ({ userId: row.user_id, at: row.created_at }));
  }

  async insert(tx: Tx, verification: Verification): Promise<void> {
    await this.db.in(tx).execute(statements.SUPERSEDE_PENDING, [verification.userId, verification.createdAt]);
    await this.db.in(tx).execute(statements.INSERT, VERIFICATIONS.parametersOf(verification));
  }

  async find(accountId: string, id: string): Promise<Verification | undefined> {
    if (!isUuid(id)) return undefined;
    const [row] = await this.db.read<VerificationRow>(statements.FIND, [id, accountId]);
    return row && toVerification(row);
  }

  async lock(tx: Tx, accountId: string, id: string): Promise<Verification | undefined> {
    if (!isUuid(id)) return undefined;
    const [row] = await this.db.in(tx).query<VerificationRow>(statements.LOCK, [id, accountId]);
    return row && toVerification(row);
  }

  async save(tx: Tx, { from, to }: Move<Verification>): Promise<void> {
    const saved = await this.db
      .in(tx)
      .execute(statements.SAVE, [
        to.id,
        from.status,
        to.status,
        to.closeReason,
        to.codeHash,
        to.failedAttempts,
        to.resends,
        to.expiresAt,
        to.payoutId,
        to.updatedAt,
      ]);
    if (saved !== 1) throw new RetryTransactionError(`verification ${to.id} is no longer ${from.status}`);
  }

  expireDue(tx: Tx, now: Date, limit: number): Promise<number> {
    return this.db.in(tx).execute(statements.EXPIRE_DUE, [now, limit]);
  }
}
