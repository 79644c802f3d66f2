import { UnitOfWork, ValidationError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { CredentialCheck } from '../../sign-in/application/credential-check';
import { SignInLock } from '../../sign-in/application/sign-in-lock';
import type { Caller } from '../../sign-in/domain/sign-in';
import { PasswordRules } from './password-rules';
import { PasswordStore } from './ports';
import { ofUser, SensitiveChanges } from './sensitive-changes';
import { userEntry } from './user-entry';

/** Changes the password of a user who is signed in. */
@Injectable()
export class PasswordChange {
  constructor(
    private readonly passwords: PasswordStore,
    private readonly rules: PasswordRules,
    private readonly credentials: CredentialCheck,
    private readonly lock: SignInLock,
    private readonly changes: SensitiveChanges,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Replaces the password, and ends all other sessions of the user. A wrong current password counts as a failed sign-in.
   * Throws `ValidationError` and `SignInLockedError`.
   */
  async change(caller: Caller, current: string, password: string): Promise<void> {
    const { user, by, session } = caller;
    this.rules.assertAllowed(password);
    await this.lock.verify(caller, () => this.credentials.isPassword(user, current), wrongCurrent);
    const passwordHash = await this.rules.hash(password);
    await this.uow.run(async (tx) => {
      await this.passwords.replace(tx, user.id, passwordHash, session.id);
      const entry = userEntry('password_changed', by, user, { email: user.email });
      await this.changes.record(tx, entry, ofUser('password_changed', user));
    });
  }
}

function wrongCurrent(): ValidationError {
  return ValidationError.of('current_password', 'The current password is wrong.');
}
