import { UnitOfWork, userAddress, ValidationError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../audit/domain/audit';
import { SignInLock, type Origin } from '../../sign-in/application/sign-in-lock';
import { PasswordLinks } from './password-links';
import { PasswordRules } from './password-rules';
import { PasswordStore } from './ports';
import { ofUser, SensitiveChanges } from './sensitive-changes';
import { userEntry } from './user-entry';

/** Lets users who cannot sign in choose a password, with a mailed link. */
@Injectable()
export class PasswordReset {
  constructor(
    private readonly links: PasswordLinks,
    private readonly passwords: PasswordStore,
    private readonly rules: PasswordRules,
    private readonly lock: SignInLock,
    private readonly changes: SensitiveChanges,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Mails a link that works once, for half an hour, to the user with that address. If there is none, a link
   * without a user is stored: neither the response nor the time it takes reveals whether a user has the address.
   */
  async forgot(given: string): Promise<void> {
    const email = userAddress(given);
    if (!(await this.uow.once((tx) => this.links.takeReset(tx, email)))) return;
    const found = await this.passwords.find(email);
    // An invitation is accepted by its own link, for as long as that works.
    const user = found?.isInvited ? undefined : found?.user;
    await this.uow.run((tx) => this.links.mailReset(tx, user));
  }

  /**
   * Sets the password of the user to whom the link or the invitation was mailed, and ends all sessions of the user. Lifts
   * a lock of the sign-in, unless it also protects a second factor. Throws `ValidationError`.
   */
  async reset(token: string, password: string, origin: Origin): Promise<void> {
    this.rules.assertAllowed(password);
    const found = await this.links.find(token);
    if (!found) throw unusableLink();
    const { user, isInvited } = found;
    const passwordHash = await this.rules.hash(password);
    const by: Actor = { type: 'user', name: user.id, ...origin };
    await this.uow.run(async (tx) => {
      if (!(await this.links.use(tx, token))) throw unusableLink();
      await this.passwords.replace(tx, user.id, passwordHash);
      if (!user.secondFactor) await this.lock.lift(tx, user.email);
      const done = isInvited ? 'invitation_accepted' : 'password_reset';
      const entry = userEntry(done, by, user, { email: user.email });
      await this.changes.record(tx, entry, isInvited ? undefined : ofUser('password_reset', user));
    });
  }
}

function unusableLink(): ValidationError {
  return ValidationError.of('token', 'The link was used, has expired, or is wrong. Ask for another one.');
}
