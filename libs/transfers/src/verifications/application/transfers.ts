import { AuditLog } from '@app/accounts';
import { Clock, DomainError, IdempotentAnswers, newId, UnitOfWork, type IdempotentAnswer, type Tx } from '@app/kernel';
import { InsufficientAvailableBalanceError } from '@app/ledger';
import { MailOutbox } from '@app/mail';
import { Injectable } from '@nestjs/common';
import { Payouts, type Orderer, type Outflow } from '../../payouts/application/payouts';
import type { OutflowQuote } from '../../payouts/application/outflow-quotes';
import type { Payout } from '../../payouts/domain/payout';
import {
  AlreadyVerifiedError,
  AttemptsExhaustedError,
  CodeExpiredError,
  CodeInvalidError,
  RegisteredEmailMissingError,
  ResendsExhaustedError,
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
  resendsLeftOf,
  type Verification,
  type VerificationStatus,
} from '../domain/verification';
import { codeMail } from './code-mail';
import { TransferCodes, VerificationsRepository } from './ports';
import { TransferChecks, type NewTransferRequest } from './transfer-checks';

/** What a person sees of a transfer that waits for its code. */
export interface PendingTransfer {
  readonly verificationId: string;
  readonly status: VerificationStatus;
  readonly expiresAt: Date;
  readonly attemptsLeft: number;
  readonly resendsLeft: number;
}

/** What a transaction has decided. A refusal is thrown after the commit, so that its writes are kept. */
type Decision<T> = { done: T } | { refusal: DomainError };

/** Transfers to beneficiaries: a code that is mailed to the account confirms each. */
@Injectable()
export class Transfers {
  constructor(
    private readonly verifications: VerificationsRepository,
    private readonly checks: TransferChecks,
    private readonly codes: TransferCodes,
    private readonly payouts: Payouts,
    private readonly mail: MailOutbox,
    private readonly audit: AuditLog,
    private readonly answers: IdempotentAnswers,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Starts a transfer and mails its code. Reserves nothing. Throws what `TransferChecks.beforeCode` throws, then
   * `TransferRateLimitedError`.
   */
  async initiate(
    by: Orderer,
    request: NewTransferRequest,
    answer?: IdempotentAnswer<PendingTransfer>,
  ): Promise<PendingTransfer> {
    const { amount, payable, email } = await this.checks.beforeCode(by.account, request);
    const { walletId, instant, comment } = request;
    const destination = { destination: payable.destination, destinationDigest: this.codes.digestOf(payable) };
    const owner = { accountId: by.account.id, userId: by.user.id };
    const content = { ...owner, walletId, ...destination, amount, instant, comment };
    return this.uow.run(async (tx) => {
      await this.assertWithinLimits(tx, by);
      const id = newId();
      const { code, hash: codeHash } = this.codes.issue(id);
      const verification = pendingVerification({ id, ...content, codeHash }, this.clock.now());
      await this.verifications.insert(tx, verification);
      await this.mail.enqueue(tx, [codeMail(verification, code, email, by.account.language)]);
      await this.record(tx, by, 'transfer.initiated', verification);
      const pending = present(verification);
      await this.answers.keep(tx, answer, pending);
      return pending;
    });
  }

  /** The fees and the net amount at current rates; writes nothing. Throws what `TransferChecks.estimate` throws. */
  estimate(accountId: string, request: NewTransferRequest): Promise<OutflowQuote> {
    return this.checks.estimate(accountId, request);
  }

  /**
   * Creates the transfer and reserves its amount, for any user of the account who has the code. Throws `VerificationNotFoundError`, `AlreadyVerifiedError`,
   * `AttemptsExhaustedError`, `CodeExpiredError` or `CodeInvalidError`; after a right code, what
   * `TransferChecks.afterCode` throws, and then the verification is closed.
   */
  async verify(by: Orderer, id: string, code: string, answer?: IdempotentAnswer<Payout>): Promise<Payout> {
    const seen = await this.verifications.find(by.account.id, id);
    if (!seen) throw new VerificationNotFoundError();
    // Checks read on other connections, so they come before the transaction, and only for callers who have the code.
    const checked = this.codes.matches(id, code, seen.codeHash) ? await this.check(by, seen) : undefined;
    const decision = await this.uow
      .run((tx) => this.settle(tx, by, { id, code, checked, answer }))
      .catch((error: unknown) => this.afterFailedHold(by, id, error));
    if (!decision) return this.verify(by, id, code, answer);
    return outcomeOf(decision);
  }

  /**
   * Mails another code, which replaces the one before. Throws `VerificationNotFoundError`, `AlreadyVerifiedError`,
   * `AttemptsExhaustedError`, `CodeExpiredError`, `ResendsExhaustedError` or `RegisteredEmailMissingError`.
   */
  async resend(by: Orderer, id: string): Promise<PendingTransfer> {
    return outcomeOf(
      await this.uow.run(async (tx): Promise<Decision<PendingTransfer>> => {
        const open = await this.open(tx, by, id);
        if (open instanceof DomainError) return { refusal: open };
        if (resendsLeftOf(open) === 0) return { refusal: new ResendsExhaustedError() };
        if (by.account.email === null) return { refusal: new RegisteredEmailMissingError() };
        const { code, hash } = this.codes.issue(id);
        const renewed = afterResend(open, hash, this.clock.now());
        await this.verifications.save(tx, { from: open, to: renewed });
        await this.mail.enqueue(tx, [codeMail(renewed, code, by.account.email, by.account.language)]);
        await this.record(tx, by, 'transfer.code_resent', renewed);
        return { done: present(renewed) };
      }),
    );
  }

  /** Expires up to `limit` overdue verifications and returns how many. Calls find them expired in any case. */
  expireDue(limit: number): Promise<number> {
    return this.uow.once((tx) => this.verifications.expireDue(tx, this.clock.now(), limit));
  }

  private async assertWithinLimits(tx: Tx, { account, user }: Orderer): Promise<void> {
    const before = this.clock.now();
    const since = new Date(before.getTime() - LIMIT_WINDOW_MS);
    const recent = await this.verifications.recent(tx, account.id, since);
    const seconds = secondsToWait(recent, user.id, before);
    if (seconds > 0) throw TransferRateLimitedError.tooMany(seconds);
    const dayAgo = new Date(before.getTime() - WRONG_CODES_WINDOW_MS);
    const wrongCodes = await this.verifications.wrongCodes(tx, account.id, dayAgo, MAX_WRONG_CODES);
    const wait = secondsAfterWrongCodes(wrongCodes, before);
    if (wait > 0) throw TransferRateLimitedError.wrongCodes(wait);
  }

  /** The transfer to place, or why there is none. Undefined for a verification that is not open. */
  private async check(by: Orderer, seen: Verification): Promise<Outflow | DomainError | undefined> {
    if (judge(seen, this.clock.now()) !== 'open') return undefined;
    try {
      return await this.checks.afterCode(by.account, seen);
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  }

  /** Undefined when a resend has replaced the code since the checks. */
  private async settle(
    tx: Tx,
    by: Orderer,
    { id, code, checked, answer }: Attempt,
  ): Promise<Decision<Payout> | undefined> {
    const open = await this.open(tx, by, id);
    if (open instanceof DomainError) return { refusal: open };
    if (!this.codes.matches(id, code, open.codeHash)) return { refusal: await this.countMiss(tx, by, open) };
    if (!checked) return undefined;
    if (checked instanceof DomainError) return { refusal: await this.close(tx, by, open, checked) };
    const payout = await this.payouts.place(tx, by, checked);
    await this.verifications.save(tx, { from: open, to: afterVerify(open, payout.id, this.clock.now()) });
    await this.answers.keep(tx, answer, payout);
    return { done: payout };
  }

  /** The hold found less than the check before it, and its transaction is rolled back. */
  private async afterFailedHold(by: Orderer, id: string, error: unknown): Promise<Decision<Payout>> {
    if (!(error instanceof InsufficientAvailableBalanceError)) throw error;
    return this.uow.run(async (tx) => {
      const open = await this.open(tx, by, id);
      if (open instanceof DomainError) return { refusal: open };
      return { refusal: await this.close(tx, by, open, error) };
    });
  }

  /** Locks the verification if it is open. Otherwise returns why it is not. */
  private async open(tx: Tx, by: Orderer, id: string): Promise<Verification | DomainError> {
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

  private async countMiss(tx: Tx, by: Orderer, open: Verification): Promise<DomainError> {
    const now = this.clock.now();
    const missed = afterMiss(open, now);
    await this.verifications.save(tx, { from: open, to: missed });
    const dayAgo = new Date(now.getTime() - WRONG_CODES_WINDOW_MS);
    await this.verifications.recordWrongCode(tx, open.accountId, now, dayAgo);
    if (missed.status !== 'closed') return new CodeInvalidError(attemptsLeftOf(missed));
    await this.record(tx, by, 'transfer.closed', missed, { reason: missed.closeReason });
    return new AttemptsExhaustedError();
  }

  private async close(tx: Tx, by: Orderer, open: Verification, failure: DomainError): Promise<DomainError> {
    const closed = afterFailedCheck(open, this.clock.now());
    await this.verifications.save(tx, { from: open, to: closed });
    await this.record(tx, by, 'transfer.closed', closed, { reason: closed.closeReason, code: failure.code });
    return failure;
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

interface Attempt {
  id: string;
  code: string;
  /** Undefined when the checks were skipped, since the code was wrong then. */
  checked: Outflow | DomainError | undefined;
  answer: IdempotentAnswer<Payout> | undefined;
}

function outcomeOf<T>(decision: Decision<T>): T {
  if ('refusal' in decision) throw decision.refusal;
  return decision.done;
}

function present(verification: Verification): PendingTransfer {
  const { id: verificationId, status, expiresAt } = verification;
  return {
    verificationId,
    status,
    expiresAt,
    attemptsLeft: attemptsLeftOf(verification),
    resendsLeft: resendsLeftOf(verification),
  };
}
