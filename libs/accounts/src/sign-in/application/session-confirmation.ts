import { UnitOfWork } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { SecondFactorRequiredError, UnauthenticatedError } from '../domain/errors';
import type { Caller } from '../domain/sign-in';
import { CurrentPassword } from '../../users/application/current-password';
import { SessionsRepository } from './ports';
import { SecondFactors } from './second-factors';
import { SignInLock } from './sign-in-lock';

/** Makes a session fresh again, by what a sign-in needs. */
@Injectable()
export class SessionConfirmation {
  constructor(
    private readonly current: CurrentPassword,
    private readonly secondFactors: SecondFactors,
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
    const isRight = async () => {
      if (!(await this.current.isRight(user, password))) return false;
      return !user.secondFactor || code === undefined || this.secondFactors.accepts(user.id, code);
    };
    await this.lock.verify(caller, isRight, () => UnauthenticatedError.wrongPassword());
    if (user.secondFactor && code === undefined) throw new SecondFactorRequiredError();
    const confirmed = await this.uow.once((tx) => this.sessions.confirm(tx, session.id));
    if (!confirmed) throw UnauthenticatedError.noSession();
    return confirmed.freshUntil;
  }
}
