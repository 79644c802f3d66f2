import { UnitOfWork } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { SecondFactorRequiredError, UnauthenticatedError } from '../domain/errors';
import type { Caller } from '../domain/sign-in';
import { CredentialCheck, type CheckedCredentials } from './credential-check';
import { SessionsRepository } from './ports';
import { SignInLock } from './sign-in-lock';

/** Makes a session fresh again, by what a sign-in needs. */
@Injectable()
export class SessionConfirmation {
  constructor(
    private readonly credentials: CredentialCheck,
    private readonly lock: SignInLock,
    private readonly sessions: SessionsRepository,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Until when the session is fresh. A wrong password or code counts as a failed sign-in; a code that is missing does not.
   * Throws `UnauthenticatedError`, `SecondFactorRequiredError` and `SignInLockedError`.
   */
  async confirm(caller: Caller, password: string, code: string | undefined): Promise<Date> {
    const { user, session } = caller;
    let verdict: CheckedCredentials['verdict'] | undefined;
    const isRight = async () => {
      const checked = await this.credentials.check({ email: user.email, password, code });
      verdict = checked.verdict;
      return verdict !== 'wrong' && checked.user?.id === user.id;
    };
    await this.lock.verify(caller, isRight, () => UnauthenticatedError.wrongPassword());
    if (verdict === 'code_missing') throw new SecondFactorRequiredError();
    const confirmed = await this.uow.once((tx) => this.sessions.confirm(tx, session.id));
    if (!confirmed) throw UnauthenticatedError.noSession();
    return confirmed.freshUntil;
  }
}
