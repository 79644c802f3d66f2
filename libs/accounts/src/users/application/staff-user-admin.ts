import { newId, randomText, UnitOfWork, ValidationError, type Tx, userAddress } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { assertEmail, type Account } from '../../accounts/domain/account';
import type { Actor } from '../../audit/domain/audit';
import { parsePanelPermissions, type ManagedUser } from '../domain/panel-user';
import { Accounts } from '../../accounts/application/accounts';
import { AccountNotices } from './account-notices';
import { PasswordRules } from './password-rules';
import type { NoticeKind } from './notice-texts';
import { AuditLog } from '../../audit/application/ports';
import { SecondFactorsRepository, SignInAttempts } from '../../sign-in/application/ports';
import { UsersRepository, type NewUser } from './ports';

export interface NewPanelUser {
  email: string;
  name?: string | null | undefined;
  /** Generated when absent. */
  password?: string | undefined;
  permissions: readonly string[];
}

/** A user about to be inserted. */
export type PreparedUser = Omit<NewUser, 'accountId'> & { password: string };

export interface CreatedUser {
  id: string;
  email: string;
  /** In clear text, because staff hand it over; only its argon2id hash is stored. */
  password: string;
}

/** The users of the panel, as staff manage them. */
@Injectable()
export class StaffUserAdmin {
  constructor(
    private readonly users: UsersRepository,
    private readonly accounts: Accounts,
    private readonly passwords: PasswordRules,
    private readonly attempts: SignInAttempts,
    private readonly secondFactors: SecondFactorsRepository,
    private readonly notices: AccountNotices,
    private readonly audit: AuditLog,
    private readonly uow: UnitOfWork,
  ) {}

  /** Adds a user to the account. Throws `AccountNotFoundError`, `ValidationError` and `UserEmailTakenError`. */
  async create(slug: string, by: Actor, input: NewPanelUser): Promise<CreatedUser> {
    const account = await this.accounts.bySlug(slug);
    const prepared = await this.prepare(input);
    return this.uow.run(async (tx) => {
      const created = await this.insert(tx, account.id, prepared);
      await this.audit.record(tx, {
        actor: by,
        action: 'user.created',
        object: { type: 'user', id: created.id },
        accountId: account.id,
        details: { email: created.email, permissions: prepared.permissions },
      });
      await this.notify(tx, 'user_created', account, by, created.email);
      return created;
    });
  }

  /**
   * Deletes the user: the sessions end at once, and the user's API keys are refused where a user is needed. Throws
   * `AccountNotFoundError`, and `ValidationError` when the account has no such user.
   */
  async remove(slug: string, by: Actor, email: string): Promise<void> {
    const account = await this.accounts.bySlug(slug);
    await this.uow.run(async (tx) => {
      const id = await this.users.remove(tx, account.id, userAddress(email));
      if (id === undefined) throw noSuchUser();
      await this.audit.record(tx, entry('deleted', by, { id, accountId: account.id, email }));
      await this.notify(tx, 'user_deleted', account, by, email);
    });
  }

  /**
   * Gives the user another password and ends all sessions of the user. Throws `AccountNotFoundError`, and
   * `ValidationError` for a password that is not allowed or an address that is not that of a user of the account.
   */
  async resetPassword(slug: string, by: Actor, email: string, password = randomText(20)): Promise<CreatedUser> {
    this.passwords.assertAllowed(password);
    const account = await this.accounts.bySlug(slug);
    const passwordHash = await this.passwords.hash(password);
    return this.uow.run(async (tx) => {
      const user = await this.lockUser(tx, account.id, email);
      await this.users.update(tx, user, passwordHash);
      await this.audit.record(tx, entry('password_reset', by, user));
      await this.notify(tx, 'password_reset', account, by, user.email);
      return { id: user.id, email: user.email, password };
    });
  }

  /** Lifts all locks that failures have put on the user's address. Throws like `remove`. */
  async unlock(slug: string, by: Actor, email: string): Promise<ManagedUser> {
    const account = await this.accounts.bySlug(slug);
    return this.uow.run(async (tx) => {
      const user = await this.lockUser(tx, account.id, email);
      await this.attempts.clearAll(tx, user.email);
      await this.audit.record(tx, entry('unlocked', by, user));
      return user;
    });
  }

  /**
   * Turns the second factor of a user off who has lost it. Throws like `remove`, and `ValidationError` when none is on.
   */
  async resetSecondFactor(slug: string, by: Actor, email: string): Promise<ManagedUser> {
    const account = await this.accounts.bySlug(slug);
    return this.uow.run(async (tx) => {
      const user = await this.lockUser(tx, account.id, email);
      if (!(await this.secondFactors.remove(tx, user.id))) throw ValidationError.of('email', 'No second factor is on.');
      await this.audit.record(tx, entry('second_factor_disabled', by, user));
      await this.notify(tx, 'second_factor_disabled', account, by, user.email);
      return user;
    });
  }

  private notify(tx: Tx, kind: NoticeKind, account: Account, by: Actor, email: string): Promise<void> {
    return this.notices.send(tx, { kind, account, by, concerns: email, about: email });
  }

  private async lockUser(tx: Tx, accountId: string, email: string): Promise<ManagedUser> {
    const address = userAddress(email).toLowerCase();
    const user = (await this.users.lock(tx, accountId)).find((each) => each.email.toLowerCase() === address);
    if (!user) throw noSuchUser();
    return user;
  }

  /** Validates the input and hashes the password, which is slow and so belongs before a transaction. */
  async prepare(input: NewPanelUser): Promise<PreparedUser> {
    const permissions = parsePanelPermissions(input.permissions);
    const email = userAddress(input.email);
    assertEmail(email);
    const password = input.password ?? randomText(20);
    const passwordHash = await this.passwords.hash(password);
    return { id: newId(), email, name: input.name ?? null, password, passwordHash, permissions };
  }

  /** Inserts the user, without an audit entry of its own. Throws `UserEmailTakenError`. */
  async insert(tx: Tx, accountId: string, { password, ...user }: PreparedUser): Promise<CreatedUser> {
    await this.users.insert(tx, { ...user, accountId });
    return { id: user.id, email: user.email, password };
  }
}

function noSuchUser(): ValidationError {
  return ValidationError.of('email', 'The account has no such user.');
}

function entry(done: string, by: Actor, { id, accountId, email }: Pick<ManagedUser, 'id' | 'accountId' | 'email'>) {
  return { actor: by, action: `user.${done}`, object: { type: 'user', id }, accountId, details: { email } };
}
