import { DomainError, IdempotentResponses, UnitOfWork, type IdempotentResponse, type Tx } from '@app/kernel';
import { InsufficientAvailableBalanceError } from '@app/ledger';
import { Injectable } from '@nestjs/common';
import type { OutflowQuote } from '../../payouts/application/outflow-quotes';
import { PayoutPlacement, type Orderer, type Outflow } from '../../payouts/application/payout-placement';
import type { Payout } from '../../payouts/domain/payout';
import { RegisteredEmailMissingError, ResendsExhaustedError } from '../domain/errors';
import { attemptsLeftOf, resendsLeftOf, type Verification, type VerificationStatus } from '../domain/verification';
import { TransferChecks, type NewTransferRequest } from './transfer-checks';
import { Verifications } from './verifications';

/** What a person sees of a transfer that waits for its code. */
export interface PendingTransfer {
  readonly verificationId: string;
  readonly status: VerificationStatus;
  readonly expiresAt: Date;
  readonly attemptsLeft: number;
  readonly resendsLeft: number;
}

/** What a transaction has decided. A rejection is thrown after the commit, so that its writes are committed. */
type Decision<T> = { done: T } | { rejection: DomainError };

/** Transfers to beneficiaries: a code that is mailed to the account confirms each. */
@Injectable()
export class Transfers {
  constructor(
    private readonly verifications: Verifications,
    private readonly checks: TransferChecks,
    private readonly placement: PayoutPlacement,
    private readonly responses: IdempotentResponses,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Starts a transfer and mails its code. Reserves nothing. Throws what `TransferChecks.checkBeforeCode` throws, then
   * `TransferRateLimitedError`.
   */
  async initiate(
    by: Orderer,
    request: NewTransferRequest,
    response?: IdempotentResponse<PendingTransfer>,
  ): Promise<PendingTransfer> {
    const { amount, payable, destinationDigest, email } = await this.checks.checkBeforeCode(by.account, request);
    const { walletId, instant, comment } = request;
    const content = {
      accountId: by.account.id,
      userId: by.user.id,
      walletId,
      destination: payable.destination,
      destinationDigest,
      amount,
      instant,
      comment,
    };
    return this.uow.run(async (tx) => {
      const pending = present(await this.verifications.begin(tx, by, content, email));
      await this.responses.keep(tx, response, pending);
      return pending;
    });
  }

  /** The fees and the net amount at current rates; writes nothing. Throws what `TransferChecks.estimate` throws. */
  estimate(accountId: string, request: NewTransferRequest): Promise<OutflowQuote> {
    return this.checks.estimate(accountId, request);
  }

  /**
   * Creates the transfer and reserves its amount, for any user of the account who has the code. Throws
   * `VerificationNotFoundError`, `AlreadyVerifiedError`, `AttemptsExhaustedError`, `CodeExpiredError` or
   * `CodeInvalidError`; after a right code, what `TransferChecks.checkAfterCode` throws, and then the verification is
   * closed.
   */
  async verify(by: Orderer, id: string, code: string, response?: IdempotentResponse<Payout>): Promise<Payout> {
    const seen = await this.verifications.find(by.account.id, id);
    // Checks read on other connections, so they come before the transaction, and only for callers who have the code.
    const checked = this.verifications.accepts(seen, code) ? await this.check(by, seen) : undefined;
    const decision = await this.uow
      .runAssured((tx) => this.settle(tx, by, { id, code, checked, response }))
      .catch((error: unknown) => this.afterFailedHold(by, id, error));
    if (!decision) return this.verify(by, id, code, response);
    return outcomeOf(decision);
  }

  /**
   * Mails another code, which replaces the one before. Throws `VerificationNotFoundError`, `AlreadyVerifiedError`,
   * `AttemptsExhaustedError`, `CodeExpiredError`, `ResendsExhaustedError` or `RegisteredEmailMissingError`.
   */
  async resend(by: Orderer, id: string): Promise<PendingTransfer> {
    return outcomeOf(
      await this.uow.run(async (tx): Promise<Decision<PendingTransfer>> => {
        const open = await this.verifications.open(tx, by, id);
        if (open instanceof DomainError) return { rejection: open };
        if (resendsLeftOf(open) === 0) return { rejection: new ResendsExhaustedError() };
        if (by.account.email === null) return { rejection: new RegisteredEmailMissingError() };
        const renewed = await this.verifications.resend(tx, by, open, by.account.email);
        return { done: present(renewed) };
      }),
    );
  }

  /** Expires up to `limit` overdue verifications and returns how many. Calls find them expired in any case. */
  expireDue(limit: number): Promise<number> {
    return this.uow.once((tx) => this.verifications.expireDue(tx, limit));
  }

  /** The transfer to place, or why there is none. Undefined for a verification that is not open. */
  private async check(by: Orderer, seen: Verification): Promise<Outflow | DomainError | undefined> {
    if (!this.verifications.isOpen(seen)) return undefined;
    try {
      return await this.checks.checkAfterCode(by.account, seen);
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  }

  /** Undefined when a resend has replaced the code since the checks. */
  private async settle(
    tx: Tx,
    by: Orderer,
    { id, code, checked, response }: Attempt,
  ): Promise<Decision<Payout> | undefined> {
    const open = await this.verifications.open(tx, by, id);
    if (open instanceof DomainError) return { rejection: open };
    if (!this.verifications.accepts(open, code)) {
      return { rejection: await this.verifications.countMiss(tx, by, open) };
    }
    if (!checked) return undefined;
    if (checked instanceof DomainError) return { rejection: await this.verifications.close(tx, by, open, checked) };
    const [payout] = (await this.placement.place(tx, [{ by, outflow: checked }])) as [Payout];
    await this.verifications.confirm(tx, open, payout.id);
    await this.responses.keep(tx, response, payout);
    return { done: payout };
  }

  /** The hold found less than the check before it, and its transaction is rolled back. */
  private async afterFailedHold(by: Orderer, id: string, error: unknown): Promise<Decision<Payout>> {
    if (!(error instanceof InsufficientAvailableBalanceError)) throw error;
    return this.uow.run(async (tx) => {
      const open = await this.verifications.open(tx, by, id);
      if (open instanceof DomainError) return { rejection: open };
      return { rejection: await this.verifications.close(tx, by, open, error) };
    });
  }
}

interface Attempt {
  id: string;
  code: string;
  /** Undefined when the checks were skipped, since the code was wrong then. */
  checked: Outflow | DomainError | undefined;
  response: IdempotentResponse<Payout> | undefined;
}

function outcomeOf<T>(decision: Decision<T>): T {
  if ('rejection' in decision) throw decision.rejection;
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
