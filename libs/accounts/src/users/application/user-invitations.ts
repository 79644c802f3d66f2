import { IdempotentResponses, UnitOfWork, ValidationError, type IdempotentResponse, type Tx } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../audit/domain/audit';
import { TooManyUsersError, UserEmailTakenError } from '../domain/errors';
import { assertMayChange, assertMayGrant, type ManagedUser, type PanelUser } from '../domain/panel-user';
import { administratorAmong, userAmong } from './administration';
import { NewUsers, type NewPanelUser, type PreparedUser } from './new-users';
import { PasswordLinks } from './password-links';
import { UsersRepository } from './ports';
import { SensitiveChanges } from './sensitive-changes';
import { userEntry } from './user-entry';

/**
 * The new users of an account, whom its administrators create: with a password, or with an invitation by which they
 * choose their own. An account adds at most `MAX_USER_ADDITIONS` of both within an hour.
 */
@Injectable()
export class UserInvitations {
  constructor(
    private readonly users: UsersRepository,
    private readonly newUsers: NewUsers,
    private readonly links: PasswordLinks,
    private readonly changes: SensitiveChanges,
    private readonly responses: IdempotentResponses,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Adds a user to the account, and keeps the response for repeated calls. Without a password, an invitation is mailed.
   * Throws `PermissionDeniedError` for a permission that the administrator lacks, whatever the address,
   * `TooManyUsersError`, and `ValidationError`.
   */
  async create(
    administrator: PanelUser,
    by: Actor,
    input: NewPanelUser,
    response?: IdempotentResponse<ManagedUser>,
  ): Promise<ManagedUser> {
    const { account } = administrator;
    const isInvited = input.password === undefined;
    assertMayGrant(administrator.permissions, input.permissions);
    const prepared = await this.newUsers.prepare(input);
    // Counted by itself, so that rejections count: each tells whether some user has the address.
    await this.uow.run((tx) => this.takeAddition(tx, account.id));
    return this.uow.run(async (tx) => {
      const { permissions } = administratorAmong(await this.users.lock(tx, account.id), administrator);
      assertMayGrant(permissions, prepared.permissions);
      await this.insert(tx, account.id, prepared);
      if (isInvited) {
        await this.links.mailInvitation(tx, account, prepared);
        await this.users.markInvited(tx, prepared.id);
      }
      const created = userAmong(await this.users.lock(tx, account.id), prepared.id);
      const { email } = created;
      const details = { email, permissions: created.permissions, ...(isInvited && { invited: true }) };
      await this.changes.record(tx, userEntry('created', by, created, details), {
        kind: 'user_created',
        account,
        author: administrator.email,
        concerns: isInvited ? undefined : email,
        about: email,
      });
      await this.responses.keep(tx, response, created);
      return created;
    });
  }

  /**
   * Mails the invitation of a user again; the link of the earlier one no longer works. Throws `PanelUserNotFoundError`,
   * `PermissionDeniedError`, `TooManyUsersError`, and `ValidationError` for a user who has a password, or is not active.
   */
  async invite(administrator: PanelUser, by: Actor, id: string): Promise<ManagedUser> {
    const { account } = administrator;
    return this.uow.run(async (tx) => {
      const users = await this.users.lock(tx, account.id);
      const { permissions: held } = administratorAmong(users, administrator);
      const user = userAmong(users, id);
      assertMayChange(held, user);
      if (user.invitedAt === null)
        throw new ValidationError('The user has a password already, and needs no invitation.');
      if (!user.isActive) throw new ValidationError('The user is not active.');
      await this.takeAddition(tx, account.id);
      await this.links.mailInvitation(tx, account, user);
      const invitedAt = await this.users.markInvited(tx, user.id);
      await this.changes.record(tx, userEntry('invited', by, user, { email: user.email }));
      return { ...user, invitedAt };
    });
  }

  /** Throws `TooManyUsersError`. */
  private async takeAddition(tx: Tx, accountId: string): Promise<void> {
    const seconds = await this.users.takeAddition(tx, accountId);
    if (seconds !== undefined) throw new TooManyUsersError(seconds);
  }

  private async insert(tx: Tx, accountId: string, user: PreparedUser): Promise<void> {
    try {
      await this.newUsers.insert(tx, accountId, user);
    } catch (error) {
      if (!(error instanceof UserEmailTakenError)) throw error;
      throw ValidationError.of('email', error.message);
    }
  }
}
