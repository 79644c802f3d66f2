import {
  IdempotentAnswers,
  pageById,
  UnitOfWork,
  ValidationError,
  type IdempotentAnswer,
  type Page,
  type PageRequest,
  type Tx,
} from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../domain/audit';
import {
  LastAdministratorError,
  PanelUserNotFoundError,
  PermissionDeniedError,
  UnauthenticatedError,
  UserEmailTakenError,
} from '../domain/errors';
import {
  assertMayChange,
  assertMayGrant,
  isAdministrator,
  parsePanelPermissions,
  type ManagedUser,
  type PanelUser,
  type UserChanges,
} from '../domain/panel-user';
import { PanelUsers, type NewPanelUser, type PreparedUser } from './panel-users';
import { NewPasswords } from './new-passwords';
import { AuditLog, UsersRepository } from './ports';

/**
 * The users of an account, as its administrators manage them. Changes of one account are serialised by a lock, and each
 * reads its administrator again: otherwise two administrators could remove each other. Every change has its audit
 * entry.
 */
@Injectable()
export class AccountUsers {
  constructor(
    private readonly users: UsersRepository,
    private readonly panelUsers: PanelUsers,
    private readonly passwords: NewPasswords,
    private readonly audit: AuditLog,
    private readonly answers: IdempotentAnswers,
    private readonly uow: UnitOfWork,
  ) {}

  /** Newest first. Throws `ValidationError` for a cursor that is not from this list. */
  list(accountId: string, page: PageRequest): Promise<Page<ManagedUser>> {
    return pageById(page, (limit, olderThan) => this.users.list(accountId, limit, olderThan));
  }

  /**
   * Adds a user to the account, and keeps the answer for repeated calls. Throws `PermissionDeniedError` for a permission
   * that the administrator lacks, whatever the address, and `ValidationError`.
   */
  async create(
    administrator: PanelUser,
    by: Actor,
    input: NewPanelUser & { password: string },
    answer?: IdempotentAnswer<ManagedUser>,
  ): Promise<ManagedUser> {
    const { id: accountId } = administrator.account;
    assertMayGrant(administrator.permissions, input.permissions);
    const prepared = await this.panelUsers.prepare(input);
    return this.uow.run(async (tx) => {
      const { permissions } = this.administratorAmong(await this.users.lock(tx, accountId), administrator);
      assertMayGrant(permissions, prepared.permissions);
      await this.insert(tx, accountId, prepared);
      const created = found(await this.users.lock(tx, accountId), prepared.id);
      await this.audit.record(tx, {
        ...entry('created', by, created),
        details: { email: created.email, permissions: created.permissions },
      });
      await this.answers.keep(tx, answer, created);
      return created;
    });
  }

  /**
   * Changes what was sent; a change ends the sessions of the user. Throws `ValidationError`, also for the administrator’s
   * own password, which only `OwnPasswords.change` sets, `PanelUserNotFoundError`,
   * `PermissionDeniedError` when the administrator lacks a permission that the user has or is to have, and
   * `LastAdministratorError`.
   */
  async update(administrator: PanelUser, by: Actor, id: string, changes: UserChanges): Promise<ManagedUser> {
    const { password } = changes;
    if (password !== undefined && id === administrator.id) throw ownPassword();
    if (password !== undefined) this.passwords.assertAllowed(password);
    const permissions = changes.permissions && parsePanelPermissions(changes.permissions);
    const passwordHash = password === undefined ? undefined : await this.passwords.hash(password);
    return this.uow.run(async (tx) => {
      const users = await this.users.lock(tx, administrator.account.id);
      const { permissions: held } = this.administratorAmong(users, administrator);
      const before = found(users, id);
      const after = {
        ...before,
        permissions: permissions ?? before.permissions,
        isActive: changes.isActive ?? before.isActive,
      };
      assertMayChange(held, before);
      assertMayGrant(held, after.permissions);
      assertAdministered(users.map((user) => (user.id === id ? after : user)));
      const details = { ...differences(before, after), ...(passwordHash !== undefined && { password: 'changed' }) };
      if (Object.keys(details).length === 0) return before;
      await this.users.update(tx, after, passwordHash);
      await this.audit.record(tx, { ...entry('updated', by, after), details });
      return after;
    });
  }

  /**
   * Deletes the user: the sessions end at once, and the user's API keys are refused where a user is needed. Throws
   * `PanelUserNotFoundError`, `PermissionDeniedError` and `LastAdministratorError`.
   */
  async remove(administrator: PanelUser, by: Actor, id: string): Promise<void> {
    const { id: accountId } = administrator.account;
    await this.uow.run(async (tx) => {
      const users = await this.users.lock(tx, accountId);
      const { permissions: held } = this.administratorAmong(users, administrator);
      const user = found(users, id);
      assertMayChange(held, user);
      assertAdministered(users.filter((each) => each.id !== id));
      await this.users.remove(tx, accountId, user.email);
      await this.audit.record(tx, { ...entry('deleted', by, user), details: { email: user.email } });
    });
  }

  /** The administrator as of now: another administrator may have changed them in the meantime. */
  private administratorAmong(users: readonly ManagedUser[], { id }: PanelUser): ManagedUser {
    const administrator = users.find((user) => user.id === id && user.isActive);
    if (!administrator) throw UnauthenticatedError.noSession();
    if (!isAdministrator(administrator)) throw new PermissionDeniedError(['manage_account']);
    return administrator;
  }

  private async insert(tx: Tx, accountId: string, user: PreparedUser): Promise<void> {
    try {
      await this.panelUsers.insert(tx, accountId, user);
    } catch (error) {
      if (!(error instanceof UserEmailTakenError)) throw error;
      throw ValidationError.of('email', error.message);
    }
  }
}

function ownPassword(): ValidationError {
  return ValidationError.of('password', 'is your own: change it with POST /auth/change-password');
}

function found(users: readonly ManagedUser[], id: string): ManagedUser {
  const user = users.find((each) => each.id === id);
  if (!user) throw new PanelUserNotFoundError();
  return user;
}

function assertAdministered(users: readonly ManagedUser[]): void {
  if (!users.some(isAdministrator)) throw new LastAdministratorError();
}

function differences(before: ManagedUser, after: ManagedUser): Record<string, { from: unknown; to: unknown }> {
  const [from, to] = [before, after].map(({ permissions }) => [...permissions].sort().join());
  return {
    ...(from !== to && { permissions: { from: before.permissions, to: after.permissions } }),
    ...(before.isActive !== after.isActive && { is_active: { from: before.isActive, to: after.isActive } }),
  };
}

function entry(done: string, by: Actor, { id, accountId }: ManagedUser) {
  return { actor: by, action: `user.${done}`, object: { type: 'user', id }, accountId };
}
