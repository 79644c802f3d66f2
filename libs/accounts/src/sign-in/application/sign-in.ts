import { UnitOfWork, userAddress } from '@app/kernel';
import { Metrics } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { SecondFactorRequiredError, UnauthenticatedError } from '../domain/errors';
import type { PanelUser } from '../../users/domain/panel-user';
import {
  boundedUserAgent,
  isToken,
  type Credentials,
  type FoundSession,
  type PanelSession,
  type SessionKind,
} from '../domain/sign-in';
import { KnownBrowsers } from './known-browsers';
import { KnownTokens } from './known-tokens';
import { AuditLog } from '../../audit/application/ports';
import { TokenHasher } from '../../keys/application/ports';
import { SessionsRepository } from './ports';
import { PasswordHasher } from '../../users/application/ports';
import { SecondFactors } from './second-factors';
import { SignInLock, type GrantedAttempt, type Guess } from './sign-in-lock';

/** Credentials, and the origin of the request. */
export interface SignInRequest extends Credentials {
  kind: SessionKind;
  userAgent?: string | undefined;
  /** Of a browser in which a user signed in before. */
  deviceToken?: string | undefined;
  fromAddress?: string | undefined;
  network?: string | undefined;
  requestId?: string | undefined;
}

export interface SignedIn {
  /** Returned here and never again. */
  token: string;
  /** By which the browser is known from now on; null for a bearer token. */
  deviceToken: string | null;
  session: PanelSession;
  user: PanelUser;
}

const TOKEN_BYTES = 32;
/** Entries about failed sign-ins of a user in the audit log: anyone can make them, and nothing deletes them. */
const MOST_FAILURES_AN_HOUR = 10;

/** Sign-in to the panel, and its sessions. Tokens are opaque and stored only as HMAC. */
@Injectable()
export class SignIn {
  private readonly known = new KnownTokens();
  private decoyHash: Promise<string> | undefined;
  private readonly failures: ReturnType<typeof Metrics.prototype.counter<'address'>>;

  constructor(
    private readonly sessions: SessionsRepository,
    private readonly lock: SignInLock,
    private readonly secondFactors: SecondFactors,
    private readonly passwords: PasswordHasher,
    private readonly hasher: TokenHasher,
    private readonly browsers: KnownBrowsers,
    private readonly audit: AuditLog,
    private readonly uow: UnitOfWork,
    metrics: Metrics,
  ) {
    const help = 'Failed sign-ins to the panel, by whether a user has the address';
    this.failures = metrics.counter('panel_sign_in_failures_total', help, 'address', ['known', 'unknown']);
  }

  /**
   * Throws `UnauthenticatedError`, `SecondFactorRequiredError`, and `SignInLockedError` while the address is locked, the
   * right password included. Neither the answer nor the time it takes reveals whether a user has the
   * address.
   */
  async signIn(given: SignInRequest): Promise<SignedIn> {
    const request = { ...given, email: userAddress(given.email) };
    const { email, network, deviceToken } = request;
    const guess = { email, network, deviceId: await this.browsers.find(email, deviceToken) };
    return this.lock.inTurn(guess, () => this.trySignIn(request, guess));
  }

  /** The session, with its user and account, as all are now. Throws `UnauthenticatedError`. */
  async authenticate(token: string, kind: SessionKind): Promise<FoundSession> {
    if (!isToken(token)) throw UnauthenticatedError.noSession();
    const tokenHash = this.hashOf(token);
    const found = await this.sessions.find(tokenHash, kind);
    if (!found) {
      this.known.delete(tokenHash);
      throw UnauthenticatedError.noSession();
    }
    this.known.add(tokenHash);
    return found;
  }

  /** Whether this process began a session with the token, or has found one, and has not seen its end. Asks nothing. */
  isKnown(token: string): boolean {
    return isToken(token) && this.known.has(this.hashOf(token));
  }

  /** The session after activity of its user, which is written now and then. Throws `UnauthenticatedError`. */
  async seen({ session, isDue }: FoundSession): Promise<PanelSession> {
    if (!isDue) return session;
    const seen = await this.uow.once((tx) => this.sessions.markSeen(tx, session.id));
    if (!seen) throw UnauthenticatedError.noSession();
    return seen;
  }

  private async trySignIn(request: SignInRequest, guess: Guess): Promise<SignedIn> {
    const attempt = await this.lock.take(guess);
    const found = await this.sessions.findUser(request.email);
    if (!found) {
      // The same work as for a known address; otherwise the response time would reveal that no user has this one.
      await this.passwords.verify(await this.decoy(), request.password);
      // An invented address leaves no permanent row: strangers could make the log grow without limit.
      this.failures.inc({ address: 'unknown' });
      throw UnauthenticatedError.wrongCredentials();
    }
    const { user, passwordHash } = found;
    if (!(await this.passwords.verify(passwordHash, request.password))) return this.fail(attempt, user, request);
    if (user.secondFactor) {
      if (request.code === undefined) {
        await this.lock.giveBack(attempt);
        throw new SecondFactorRequiredError();
      }
      if (!(await this.secondFactors.accepts(user.id, request.code))) return this.fail(attempt, user, request);
    }
    const known = guess.deviceId === null ? undefined : request.deviceToken;
    return this.begin(attempt, user, { ...request, deviceToken: known });
  }

  /** The hash of a password that no user has. */
  private decoy(): Promise<string> {
    return (this.decoyHash ??= this.passwords.hash(randomBytes(TOKEN_BYTES).toString('base64url')));
  }

  private async fail(attempt: GrantedAttempt, user: PanelUser, request: SignInRequest): Promise<never> {
    this.failures.inc({ address: 'known' });
    await this.lock.recordIfLast(attempt, user, request);
    // Not awaited: the time of the answer would reveal that a user has the address. The counter has it in any case.
    this.recordFailure(user, request).catch(() => undefined);
    throw UnauthenticatedError.wrongCredentials();
  }

  private recordFailure({ id, email, account }: PanelUser, { fromAddress, requestId }: SignInRequest): Promise<void> {
    return this.uow.once((tx) =>
      this.audit.recordUpTo(tx, MOST_FAILURES_AN_HOUR, {
        actor: { type: 'system', name: 'sign-in', fromAddress, requestId },
        action: 'user.sign_in_failed',
        object: { type: 'user', id },
        accountId: account.id,
        details: { email },
      }),
    );
  }

  private async begin(attempt: GrantedAttempt, user: PanelUser, request: SignInRequest): Promise<SignedIn> {
    const { kind, userAgent, deviceToken, fromAddress, requestId } = request;
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const signedIn = await this.uow.run(async (tx) => {
      await this.lock.succeed(tx, attempt);
      await this.audit.record(tx, {
        actor: { type: 'user', name: user.id, fromAddress, requestId },
        action: 'user.signed_in',
        object: { type: 'user', id: user.id },
        accountId: user.account.id,
      });
      const device = kind === 'cookie' ? await this.browsers.remember(tx, user.id, deviceToken) : undefined;
      const session = await this.sessions.insert(tx, {
        tokenHash: this.hashOf(token),
        kind,
        userId: user.id,
        deviceId: device?.id ?? null,
        userAgent: boundedUserAgent(userAgent),
        address: fromAddress ?? null,
      });
      return { token, deviceToken: device?.token ?? null, session, user };
    });
    this.known.add(this.hashOf(token));
    return signedIn;
  }

  /** The label separates tokens from everything else that is hashed under the pepper. */
  private hashOf(token: string): Buffer {
    return this.hasher.hash(`panel session ${token}`);
  }
}
