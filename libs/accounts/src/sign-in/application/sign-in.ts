import { UnitOfWork, userAddress } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { SecondFactorRequiredError, UnauthenticatedError } from '../domain/errors';
import type { Credentials } from '../domain/sign-in';
import { CredentialCheck } from './credential-check';
import { KnownBrowsers } from './known-browsers';
import { PanelSessions, type SessionStart, type SignedIn } from './panel-sessions';
import { SignInFailures } from './sign-in-failures';
import { SignInLock, type Guess } from './sign-in-lock';

/** Credentials, and the origin of the request. */
export interface SignInRequest extends Credentials, SessionStart {}

/** Sign-in to the panel. */
@Injectable()
export class SignIn {
  constructor(
    private readonly lock: SignInLock,
    private readonly credentials: CredentialCheck,
    private readonly sessions: PanelSessions,
    private readonly browsers: KnownBrowsers,
    private readonly failures: SignInFailures,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Throws `UnauthenticatedError`, `SecondFactorRequiredError`, and `SignInLockedError` while the address is locked,
   * the right password included. Neither the response nor the time it takes reveals whether a user has the address.
   */
  async signIn(given: SignInRequest): Promise<SignedIn> {
    const request = { ...given, email: userAddress(given.email) };
    const { email, network, deviceToken } = request;
    const deviceId = await this.browsers.find(email, deviceToken);
    const known = deviceId === null ? { ...request, deviceToken: undefined } : request;
    const guess = { email, network, deviceId };
    return this.lock.runInTurn(guess, () => this.trySignIn(known, guess));
  }

  private async trySignIn(request: SignInRequest, guess: Guess): Promise<SignedIn> {
    const attempt = await this.lock.take(guess);
    const { user, verdict } = await this.credentials.check(request);
    if (verdict === 'wrong') {
      if (user) await this.lock.recordIfLast(attempt, user, request);
      this.failures.record(user, request);
      throw UnauthenticatedError.wrongCredentials();
    }
    if (verdict === 'code_missing') {
      await this.lock.giveBack(attempt);
      throw new SecondFactorRequiredError();
    }
    return this.uow.run(async (tx) => {
      await this.lock.succeed(tx, attempt);
      return this.sessions.begin(tx, user, request);
    });
  }
}
