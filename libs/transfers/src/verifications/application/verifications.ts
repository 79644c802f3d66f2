import { AuditLog } from '@app/accounts';
import { Clock, newId, type DomainError, type Tx } from '@app/kernel';
import { MailOutbox } from '@app/mail';
import { Injectable } from '@nestjs/common';
import type { Orderer } from '../../payouts/application/payout-placement';
import {
  AlreadyVerifiedError,
  AttemptsExhaustedError,
  CodeExpiredError,
  CodeInvalidError,
  TransferRateLimitedError,
  VerificationNotFoundError,
} from '../domain/errors';
import {
  LIMIT_WINDOW_MS,
  MAX_WRONG_CODES,
  secondsAfterWrongCodes,
  secondsToWait,
  WRONG_CODES_WINDOW_MS,
} from '../domain/initiation-limits';
import {
  afterExpiry,
  afterFailedCheck,
  afterMiss,
  afterResend,
  afterVerify,
  attemptsLeftOf,
  judge,
  pendingVerification,
  type NewVerification,
  type Verification,
} from '../domain/verification';
import { codeMail } from './code-mail';
import { TransferCodes, VerificationsRepository, WrongCodes } from './ports';

/** What is stored of a transfer until its code arrives. */
export type PendingContent = Omit<NewVerification, 'id' | 'codeHash'>;

/** Verifications of transfers: every change of one, with its mail and its entry of the audit log. */
@Injectable()
export class Verifications {
  constructor(
    private readonly verifications: VerificationsRepository,
    private readonly wrongCodes: WrongCodes,
    private readonly codes: TransferCodes,
    private readonly mail: MailOutbox,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Starts one and mails its code to `email`. Throws `TransferRateLimitedError`. */
  async begin(tx: Tx, by: Orderer, content: PendingContent, email: string): Promise<Verification> {
    await this.assertWithinLimits(tx, by);
    const id = newId();
    const { code, hash: codeHash } = this.codes.issue(id);
    const verification = pendingVerification({ ...content, id, codeHash }, this.clock.now());
    await this.verifications.insert(tx, verification);
    await this.mail.enqueue(tx, [codeMail(verification, code, email, by.account.language)]);
    await this.record(tx, by, 'transfer.initiated', verification);
    return verification;
  }

  /** Throws `VerificationNotFoundError`, also for one of another account. */
  async find(accountId: string, id: string): Promise<Verification> {
    const found = await this.verifications.find(accountId, id);
    if (!found) throw new VerificationNotFoundError();
    return found;
  }

  isOpen(verification: Verification): boolean {
    return judge(verification, this.clock.now()) === 'open';
  }

  /** Compares in constant time. */
  accepts({ id, codeHash }: Verification, code: string): boolean {
    return this.codes.matches(id, code, codeHash);
  }

  /** Locks the verification if it is open. Otherwise returns why it is not. */
  async open(tx: Tx, by: Orderer, id: string): Promise<Verification | DomainError> {
    const found = await this.verifications.lock(tx, by.account.id, id);
    if (!found) return new VerificationNotFoundError();
    const now = this.clock.now();
    switch (judge(found, now)) {
      case 'open':
        return found;
      case 'verified':
        return new AlreadyVerifiedError();
      case 'exhausted':
        return new AttemptsExhaustedError();
      case 'overdue':
        await this.verifications.save(tx, { from: found, to: afterExpiry(found, now) });
        return new CodeExpiredError();
      case 'over':
        return new CodeExpiredError();
    }
  }

  /** Mails another code to `email`, which replaces the one before. */
  async resend(tx: Tx, by: Orderer, open: Verification, email: string): Promise<Verification> {
    const { code, hash } = this.codes.issue(open.id);
    const renewed = afterResend(open, hash, this.clock.now());
    await this.verifications.save(tx, { from: open, to: renewed });
    await this.mail.enqueue(tx, [codeMail(renewed, code, email, by.account.language)]);
    await this.record(tx, by, 'transfer.code_resent', renewed);
    return renewed;
  }

  /** The right code was entered, and the transfer has been placed. */
  async confirm(tx: Tx, open: Verification, payoutId: string): Promise<void> {
    await this.verifications.save(tx, { from: open, to: afterVerify(open, payoutId, this.clock.now()) });
  }

  /** A wrong code was entered. Returns the error, which says how many attempts are left. */
  async countMiss(tx: Tx, by: Orderer, open: Verification): Promise<DomainError> {
    const now = this.clock.now();
    const missed = afterMiss(open, now);
    await this.verifications.save(tx, { from: open, to: missed });
    const dayAgo = new Date(now.getTime() - WRONG_CODES_WINDOW_MS);
    await this.wrongCodes.record(tx, open.accountId, now, dayAgo);
    if (missed.status !== 'closed') return new CodeInvalidError(attemptsLeftOf(missed));
    await this.record(tx, by, 'transfer.closed', missed, { reason: missed.closeReason });
    return new AttemptsExhaustedError();
  }

  /** A check failed after the right code was entered. Returns the failure. */
  async close(tx: Tx, by: Orderer, open: Verification, failure: DomainError): Promise<DomainError> {
    const closed = afterFailedCheck(open, this.clock.now());
    await this.verifications.save(tx, { from: open, to: closed });
    await this.record(tx, by, 'transfer.closed', closed, { reason: closed.closeReason, code: failure.code });
    return failure;
  }

  /** Expires up to `limit` overdue ones and returns how many, as one statement. */
  expireDue(tx: Tx, limit: number): Promise<number> {
    return this.verifications.expireDue(tx, this.clock.now(), limit);
  }

  private async assertWithinLimits(tx: Tx, { account, user }: Orderer): Promise<void> {
    const before = this.clock.now();
    const since = new Date(before.getTime() - LIMIT_WINDOW_MS);
    const recent = await this.verifications.listRecent(tx, account.id, since);
    const seconds = secondsToWait(recent, user.id, before);
    if (seconds > 0) throw TransferRateLimitedError.tooMany(seconds);
    const dayAgo = new Date(before.getTime() - WRONG_CODES_WINDOW_MS);
    const entered = await this.wrongCodes.listSince(tx, account.id, dayAgo, MAX_WRONG_CODES);
    const wait = secondsAfterWrongCodes(entered, before);
    if (wait > 0) throw TransferRateLimitedError.wrongCodes(wait);
  }

  private record(
    tx: Tx,
    { account, actor }: Orderer,
    action: string,
    { id, walletId, destination, amount }: Verification,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const figures = { amount: amount.toFixed(), currency: amount.currency };
    return this.audit.record(tx, {
      actor,
      action,
      object: { type: 'transfer_verification', id },
      accountId: account.id,
      details: { virtual_wallet_id: walletId, beneficiary_id: destination.id, ...figures, ...more },
    });
  }
}
