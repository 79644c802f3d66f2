import { randomText, UnitOfWork, userAddress } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { Accounts } from '../../accounts/application/accounts';
import type { Actor } from '../../audit/domain/audit';
import { noSuchUser, userWithAddress } from './administration';
import { NewUsers, type CreatedUser, type NewPanelUser } from './new-users';
import { PasswordRules } from './password-rules';
import { UsersRepository } from './ports';
import { ofAddress, SensitiveChanges } from './sensitive-changes';
import { userEntry } from './user-entry';

/** The users of the panel, as staff manage them. */
@Injectable()
export class StaffUserAdmin {
  constructor(
    private readonly users: UsersRepository,
    private readonly newUsers: NewUsers,
    private readonly accounts: Accounts,
    private readonly passwords: PasswordRules,
    private readonly changes: SensitiveChanges,
    private readonly uow: UnitOfWork,
  ) {}

  /** Adds a user to the account. Throws `AccountNotFoundError`, `ValidationError` and `UserEmailTakenError`. */
  async create(slug: string, by: Actor, input: NewPanelUser): Promise<CreatedUser> {
    const account = await this.accounts.getBySlug(slug);
    const prepared = await this.newUsers.prepare(input);
    return this.uow.run(async (tx) => {
      const created = await this.newUsers.insert(tx, account.id, prepared);
      const { id, email } = created;
      const entry = userEntry('created', by, { id, account }, { email, permissions: prepared.permissions });
      await this.changes.record(tx, entry, ofAddress('user_created', account, email));
      return created;
    });
  }

  /**
   * Deletes the user: the sessions end at once, and the user's API keys are rejected where a user is needed. Throws
   * `AccountNotFoundError`, and `ValidationError` when the account has no such user.
   */
  async remove(slug: string, by: Actor, email: string): Promise<void> {
    const account = await this.accounts.getBySlug(slug);
    await this.uow.run(async (tx) => {
      const id = await this.users.remove(tx, account.id, userAddress(email));
      if (id === undefined) throw noSuchUser();
      const entry = userEntry('deleted', by, { id, account }, { email });
      await this.changes.record(tx, entry, ofAddress('user_deleted', account, email));
    });
  }

  /**
   * Gives the user another password and ends all sessions of the user. Throws `AccountNotFoundError`, and
   * `ValidationError` for a password that is not allowed or an address that is not that of a user of the account.
   */
  async resetPassword(slug: string, by: Actor, address: string, password = randomText(20)): Promise<CreatedUser> {
    this.passwords.assertAllowed(password);
    const account = await this.accounts.getBySlug(slug);
    const passwordHash = await this.passwords.hash(password);
    return this.uow.run(async (tx) => {
      const user = userWithAddress(await this.users.lock(tx, account.id), address);
      const { id, email } = user;
      await this.users.update(tx, user, passwordHash);
      const entry = userEntry('password_reset', by, user, { email });
      await this.changes.record(tx, entry, ofAddress('password_reset', account, email));
      return { id, email, password };
    });
  }
}
