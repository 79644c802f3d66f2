import { UnitOfWork, type Tx } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../domain/audit';
import { SignInLockedError } from '../domain/errors';
import type { PanelUser } from '../domain/panel-user';
import type { Caller } from '../domain/sign-in';
import { AuditLog, SignInAttempts, type SignInAttempt } from './ports';
import { Turns } from './turns';

/** Where a request came from. */
export type Origin = Pick<Actor, 'fromAddress' | 'requestId'>;

export type GrantedAttempt = Exclude<SignInAttempt, { outcome: 'locked' }>;

/**
 * Counts guesses of what only a user knows, password and codes alike, by the address. An attempt counts before anything is
 * verified.
 */
@Injectable()
export class SignInLock {
  private readonly turns = new Turns();

  constructor(
    private readonly attempts: SignInAttempts,
    private readonly audit: AuditLog,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Runs the attempts with one address one at a time: otherwise those still being verified could lock out the right
   * password.
   */
  inTurn<T>(email: string, work: () => Promise<T>): Promise<T> {
    return this.turns.take(email.toLowerCase(), work);
  }

  /** Throws `SignInLockedError`. */
  async take(email: string): Promise<GrantedAttempt> {
    const attempt = await this.uow.once((tx) => this.attempts.take(tx, email));
    if (attempt.outcome === 'locked') throw new SignInLockedError(attempt.retryAfterSeconds);
    return attempt;
  }

  /** The attempt was no failure. */
  async giveBack(email: string): Promise<void> {
    await this.uow.once((tx) => this.attempts.giveBack(tx, email));
  }

  /** Forgets all failures, which only a complete sign-in may do. */
  async clear(tx: Tx, email: string): Promise<void> {
    await this.attempts.clear(tx, email);
  }

  /** Once for each lock, by the hash of the address, as the lock is kept. */
  async recordIfLast(attempt: GrantedAttempt, user: PanelUser, { fromAddress, requestId }: Origin): Promise<void> {
    if (attempt.outcome !== 'last') return;
    await this.uow.once((tx) =>
      this.audit.record(tx, {
        actor: { type: 'system', name: 'sign-in', fromAddress, requestId },
        action: 'sign_in.locked',
        object: { type: 'sign_in_address', id: attempt.addressHash.toString('hex') },
        accountId: user.account.id,
      }),
    );
  }

  /**
   * Verifies what a signed-in user knows. A success does not clear earlier failures: it would let a stranger with the
   * password guess codes indefinitely. Throws `refusal` and `SignInLockedError`.
   */
  verify({ user, by }: Caller, isRight: () => Promise<boolean>, refusal: () => Error): Promise<void> {
    return this.inTurn(user.email, async () => {
      const attempt = await this.take(user.email);
      if (await isRight()) return this.giveBack(user.email);
      await this.recordIfLast(attempt, user, by);
      throw refusal();
    });
  }
}
