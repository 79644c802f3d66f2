import { UnitOfWork } from '@app/kernel';
import { Metrics } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { SignInLockedError, UnauthenticatedError } from '../domain/errors';
import type { PanelUser } from '../domain/panel-user';
import { isSessionToken, type Credentials } from '../domain/sign-in';
import { AuditLog, KeyHasher, PanelSessionsRepository, PasswordHasher, SignInAttempts } from './ports';
import { Turns } from './turns';

/** Credentials, and the origin of the request. */
export interface SignInRequest extends Credentials {
  address?: string | undefined;
  requestId?: string | undefined;
}

export interface SignedIn {
  /** Returned here and never again. */
  token: string;
  expiresAt: Date;
  user: PanelUser;
}

const TOKEN_BYTES = 32;

/** Sign-in to the panel, and its sessions. Tokens are opaque and stored only as HMAC. */
@Injectable()
export class PanelSessions {
  private readonly turns = new Turns();
  private readonly failures: ReturnType<typeof Metrics.prototype.counter<'address'>>;

  constructor(
    private readonly sessions: PanelSessionsRepository,
    private readonly attempts: SignInAttempts,
    private readonly passwords: PasswordHasher,
    private readonly hasher: KeyHasher,
    private readonly audit: AuditLog,
    private readonly uow: UnitOfWork,
    metrics: Metrics,
  ) {
    const help = 'Failed sign-ins to the panel, by whether a user has the address';
    this.failures = metrics.counter('panel_sign_in_failures_total', help, ['address']);
  }

  /**
   * Throws `UnauthenticatedError`, and `SignInLockedError` after five failures with the address, the right password
   * included. Neither the answer nor the time it takes reveals whether a user has the address.
   */
  signIn(request: SignInRequest): Promise<SignedIn> {
    // Concurrent attempts for one address run one at a time: otherwise those still being verified could lock out the
    // right password.
    return this.turns.take(request.email.toLowerCase(), () => this.trySignIn(request));
  }

  /** The user of the session, with the account, as both are now. Throws `UnauthenticatedError`. */
  async authenticate(token: string): Promise<PanelUser> {
    const user = isSessionToken(token) ? await this.sessions.find(this.hashOf(token)) : undefined;
    if (!user) throw UnauthenticatedError.noSession();
    return user;
  }

  /** Ends the session, if there is one. */
  async signOut(token: string): Promise<void> {
    await this.uow.once((tx) => this.sessions.remove(tx, this.hashOf(token)));
  }

  /** Deletes expired sessions and counters of failed sign-ins, up to `limit` of each; returns the greater number. */
  async deleteExpired(limit: number): Promise<number> {
    const sessions = await this.uow.once((tx) => this.sessions.deleteExpired(tx, limit));
    const attempts = await this.uow.once((tx) => this.attempts.deleteExpired(tx, limit));
    return Math.max(sessions, attempts);
  }

  private async trySignIn(request: SignInRequest): Promise<SignedIn> {
    const attempt = await this.uow.once((tx) => this.attempts.take(tx, request.email));
    if (attempt.outcome === 'locked') throw new SignInLockedError(attempt.retryAfterSeconds);
    const found = await this.sessions.findUser(request.email);
    if (found && (await this.passwords.verify(found.passwordHash, request.password))) {
      return this.begin(found.user, request);
    }
    // The same work as for a known address; otherwise the response time would reveal that no user has this one.
    if (!found) await this.passwords.hash(request.password);
    this.failures.inc({ address: found ? 'known' : 'unknown' });
    // An invented address leaves no permanent row: strangers could grow the log without end.
    if (found && attempt.outcome === 'last') await this.recordLock(attempt.addressHash, found.user, request);
    throw UnauthenticatedError.wrongCredentials();
  }

  private async begin(user: PanelUser, { email, address, requestId }: SignInRequest): Promise<SignedIn> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const expiresAt = await this.uow.run(async (tx) => {
      await this.attempts.clear(tx, email);
      await this.audit.record(tx, {
        actor: { type: 'user', name: user.id, fromAddress: address, requestId },
        action: 'user.signed_in',
        object: { type: 'user', id: user.id },
        accountId: user.account.id,
      });
      return this.sessions.insert(tx, { tokenHash: this.hashOf(token), userId: user.id });
    });
    return { token, expiresAt, user };
  }

  /** Once for each lock, by the hash of the address, as the lock is kept. */
  private recordLock(addressHash: Buffer, user: PanelUser, { address, requestId }: SignInRequest) {
    return this.uow.once((tx) =>
      this.audit.record(tx, {
        actor: { type: 'system', name: 'sign-in', fromAddress: address, requestId },
        action: 'sign_in.locked',
        object: { type: 'sign_in_address', id: addressHash.toString('hex') },
        accountId: user.account.id,
      }),
    );
  }

  /** The label separates tokens from everything else that is hashed under the pepper. */
  private hashOf(token: string): Buffer {
    return this.hasher.hash(`panel session ${token}`);
  }
}
