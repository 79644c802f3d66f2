import { UnitOfWork, type Tx } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../audit/domain/audit';
import { SignInLockedError } from '../domain/errors';
import type { PanelUser } from '../../users/domain/panel-user';
import { placesOf, type Caller, type SignInPlace } from '../domain/sign-in';
import { ofAddress, SensitiveChanges } from '../../users/application/sensitive-changes';
import { SignInAttempts } from './ports';
import { Turns } from './turns';

/** Where a request came from. */
export type Origin = Pick<Actor, 'fromAddress' | 'network' | 'requestId'>;

/** An attempt to verify: at the address of a user, from a network, and perhaps in a browser that the user knows. */
export interface Guess {
  email: string;
  network: string | undefined;
  deviceId: string | null;
}

/** An attempt that may be verified. */
export interface GrantedAttempt {
  email: string;
  network: SignInPlace;
  /** The known browser, or all others together. */
  browser: SignInPlace;
  addressHash: Buffer;
  /** If it fails, it locks the address in its network, or everywhere but in known browsers. */
  isLastIn: { network: boolean; browser: boolean };
}

/**
 * Counts guesses of what only a user knows, password and codes alike: five from one network lock the address there, and
 * fifty from anywhere lock it everywhere but in the browsers that the user knows, each of which has fifty of its own.
 * So a stranger locks out only themselves. An attempt counts before anything is verified.
 */
@Injectable()
export class SignInLock {
  private readonly turns = new Turns();

  constructor(
    private readonly attempts: SignInAttempts,
    private readonly changes: SensitiveChanges,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Runs the attempts with one address from one network one at a time: otherwise those still being verified could lock
   * out the right password.
   */
  runInTurn<T>({ email, network }: Guess, work: () => Promise<T>): Promise<T> {
    return this.turns.take(`${email.toLowerCase()} ${network}`, work);
  }

  /** Throws `SignInLockedError`; then nothing is counted. */
  async take(guess: Guess): Promise<GrantedAttempt> {
    const { network, browser } = placesOf(guess.network, guess.deviceId);
    return this.uow.run(async (tx) => {
      const inNetwork = await this.attempts.take(tx, guess.email, network);
      if (inNetwork.outcome === 'locked') throw new SignInLockedError(inNetwork.retryAfterSeconds);
      const inBrowser = await this.attempts.take(tx, guess.email, browser);
      if (inBrowser.outcome === 'locked') throw new SignInLockedError(inBrowser.retryAfterSeconds);
      return {
        email: guess.email,
        network,
        browser,
        addressHash: inNetwork.addressHash,
        isLastIn: { network: inNetwork.outcome === 'last', browser: inBrowser.outcome === 'last' },
      };
    });
  }

  /** The attempt was no failure. */
  async giveBack({ email, network, browser }: GrantedAttempt): Promise<void> {
    await this.uow.run(async (tx) => {
      await this.attempts.giveBack(tx, email, network);
      await this.attempts.giveBack(tx, email, browser);
    });
  }

  /**
   * Forgets the failures from the network, which only a complete sign-in may do. Those from elsewhere stay: a user who
   * signs in must not give a stranger new tries.
   */
  async succeed(tx: Tx, { email, network, browser }: GrantedAttempt): Promise<void> {
    await this.attempts.clear(tx, email, network);
    await this.attempts.giveBack(tx, email, browser);
  }

  /** Forgets all failures of the address, and so ends its locks. */
  async lift(tx: Tx, email: string): Promise<void> {
    await this.attempts.clearAll(tx, email);
  }

  /** Once for each lock, by the hash of the address, as the lock is kept. Mails the owner when it holds everywhere. */
  async recordIfLast(attempt: GrantedAttempt, user: PanelUser, origin: Origin): Promise<void> {
    const { addressHash, isLastIn } = attempt;
    if (!isLastIn.network && !isLastIn.browser) return;
    const { fromAddress, requestId } = origin;
    const actor: Actor = { type: 'system', name: 'sign-in', fromAddress, requestId };
    await this.uow.run(async (tx) => {
      const entry = {
        actor,
        action: 'sign_in.locked',
        object: { type: 'sign_in_address', id: addressHash.toString('hex') },
        accountId: user.account.id,
        ...(isLastIn.browser && { details: { everywhere: true } }),
      };
      const notice = isLastIn.browser ? ofAddress('sign_in_locked', user.account, user.email) : undefined;
      await this.changes.record(tx, entry, notice);
    });
  }

  /**
   * Verifies what a signed-in user knows. A success does not clear earlier failures: it would let a stranger with the
   * password guess codes indefinitely. Throws `rejection` and `SignInLockedError`.
   */
  verify({ user, by, session }: Caller, isRight: () => Promise<boolean>, rejection: () => Error): Promise<void> {
    const guess = { email: user.email, network: by.network, deviceId: session.deviceId };
    return this.runInTurn(guess, async () => {
      const attempt = await this.take(guess);
      if (await isRight()) return this.giveBack(attempt);
      await this.recordIfLast(attempt, user, by);
      throw rejection();
    });
  }
}
