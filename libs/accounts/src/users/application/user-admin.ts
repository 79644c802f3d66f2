import { pageById, UnitOfWork, ValidationError, type Page, type PageRequest } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../audit/domain/audit';
import {
  assertMayChange,
  assertMayGrant,
  parsePanelPermissions,
  type ManagedUser,
  type PanelUser,
  type UserChanges,
} from '../domain/panel-user';
import { administratorAmong, assertAdministered, userAmong } from './administration';
import { ApiKeyRights } from '../../keys/application/api-key-rights';
import type { ChangedField, NoticeKind } from './notice-texts';
import { PasswordRules } from './password-rules';
import { UsersRepository } from './ports';
import { SensitiveChanges, type Notice } from './sensitive-changes';
import { userEntry } from './user-entry';

/**
 * The users of an account, as its administrators manage them. Changes of one account are serialised by a lock, and each
 * reads its administrator again: otherwise two administrators could remove each other. Every change has its audit
 * entry.
 */
@Injectable()
export class UserAdmin {
  constructor(
    private readonly users: UsersRepository,
    private readonly passwords: PasswordRules,
    private readonly keyRights: ApiKeyRights,
    private readonly changes: SensitiveChanges,
    private readonly uow: UnitOfWork,
  ) {}

  /** Newest first. Throws `ValidationError` for a cursor that is not from this list. */
  list(accountId: string, page: PageRequest): Promise<Page<ManagedUser>> {
    return pageById(page, (limit, olderThan) => this.users.list(accountId, limit, olderThan));
  }

  /**
   * Changes what was sent; a change ends the sessions of the user, and deactivates the user's API keys that need a
   * permission which the user loses. Throws `ValidationError`, also for the administrator’s own password, which only
   * `PasswordChange.change` sets, `PanelUserNotFoundError`,
   * `PermissionDeniedError` when the administrator lacks a permission that the user has or is to have, and
   * `LastAdministratorError`.
   */
  async update(administrator: PanelUser, by: Actor, id: string, changes: UserChanges): Promise<ManagedUser> {
    const { password } = changes;
    if (password !== undefined && id === administrator.id) throw ownPassword();
    if (password !== undefined) this.passwords.assertAllowed(password);
    const permissions = changes.permissions && parsePanelPermissions(changes.permissions);
    const passwordHash = password === undefined ? undefined : await this.passwords.hash(password);
    const { account } = administrator;
    const { user, keysChanged } = await this.uow.run(async (tx) => {
      const users = await this.users.lock(tx, account.id);
      const { permissions: held } = administratorAmong(users, administrator);
      const before = userAmong(users, id);
      const after = {
        ...before,
        permissions: permissions ?? before.permissions,
        isActive: changes.isActive ?? before.isActive,
        invitedAt: passwordHash === undefined ? before.invitedAt : null,
      };
      assertMayChange(held, before);
      assertMayGrant(held, after.permissions);
      assertAdministered(users.map((user) => (user.id === id ? after : user)));
      const details = { ...differences(before, after), ...(passwordHash !== undefined && { password: 'changed' }) };
      if (Object.keys(details).length === 0) return { user: before, keysChanged: false };
      await this.users.update(tx, after, passwordHash);
      const changed = Object.keys(details) as ChangedField[];
      const notice = { ...this.about('user_changed', administrator, after.email), changed };
      await this.changes.record(tx, userEntry('updated', by, after, details), notice);
      return { user: after, keysChanged: await this.keyRights.follow(tx, account, by, before, after) };
    });
    if (keysChanged) this.keyRights.announce(account.id);
    return user;
  }

  /**
   * Deletes the user: the sessions end at once, and the user's API keys are rejected where a user is needed. Throws
   * `PanelUserNotFoundError`, `PermissionDeniedError` and `LastAdministratorError`.
   */
  async remove(administrator: PanelUser, by: Actor, id: string): Promise<void> {
    const { id: accountId } = administrator.account;
    await this.uow.run(async (tx) => {
      const users = await this.users.lock(tx, accountId);
      const { permissions: held } = administratorAmong(users, administrator);
      const user = userAmong(users, id);
      assertMayChange(held, user);
      assertAdministered(users.filter((each) => each.id !== id));
      await this.users.remove(tx, accountId, user.email);
      const entry = userEntry('deleted', by, user, { email: user.email });
      await this.changes.record(tx, entry, this.about('user_deleted', administrator, user.email));
    });
  }

  private about(kind: NoticeKind, { account, email }: PanelUser, user: string): Notice {
    return { kind, account, author: email, concerns: user, about: user };
  }
}

function ownPassword(): ValidationError {
  return ValidationError.of('password', 'is your own: change it with POST /auth/change-password');
}

function differences(before: ManagedUser, after: ManagedUser): Record<string, { from: unknown; to: unknown }> {
  const [from, to] = [before, after].map(({ permissions }) => [...permissions].sort().join());
  return {
    ...(from !== to && { permissions: { from: before.permissions, to: after.permissions } }),
    ...(before.isActive !== after.isActive && { is_active: { from: before.isActive, to: after.isActive } }),
  };
}
