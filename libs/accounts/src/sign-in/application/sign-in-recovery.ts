import { UnitOfWork, ValidationError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { Accounts } from '../../accounts/application/accounts';
import type { Actor } from '../../audit/domain/audit';
import { userWithAddress } from '../../users/application/administration';
import { UsersRepository } from '../../users/application/ports';
import { ofAddress, SensitiveChanges } from '../../users/application/sensitive-changes';
import { userEntry } from '../../users/application/user-entry';
import type { ManagedUser } from '../../users/domain/panel-user';
import { SecondFactorsRepository } from './ports';
import { SignInLock } from './sign-in-lock';

/** What staff do for a user who cannot sign in. */
@Injectable()
export class SignInRecovery {
  constructor(
    private readonly users: UsersRepository,
    private readonly accounts: Accounts,
    private readonly lock: SignInLock,
    private readonly secondFactors: SecondFactorsRepository,
    private readonly changes: SensitiveChanges,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Lifts all locks that failures have put on the user's address. Throws `AccountNotFoundError`, and `ValidationError`
   * when the account has no such user.
   */
  async unlock(slug: string, by: Actor, email: string): Promise<ManagedUser> {
    const account = await this.accounts.getBySlug(slug);
    return this.uow.run(async (tx) => {
      const user = userWithAddress(await this.users.lock(tx, account.id), email);
      await this.lock.lift(tx, user.email);
      await this.changes.record(tx, userEntry('unlocked', by, user, { email: user.email }));
      return user;
    });
  }

  /** Turns the second factor off for a user who has lost it. Throws like `unlock`, also when none is on. */
  async resetSecondFactor(slug: string, by: Actor, email: string): Promise<ManagedUser> {
    const account = await this.accounts.getBySlug(slug);
    return this.uow.run(async (tx) => {
      const user = userWithAddress(await this.users.lock(tx, account.id), email);
      if (!(await this.secondFactors.remove(tx, user.id))) throw ValidationError.of('email', 'No second factor is on.');
      const entry = userEntry('second_factor_disabled', by, user, { email: user.email });
      await this.changes.record(tx, entry, ofAddress('second_factor_disabled', account, user.email));
      return user;
    });
  }
}
