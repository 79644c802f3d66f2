import { IdempotentAnswers, UnitOfWork, ValidationError, type IdempotentAnswer, type Tx } from '@app/kernel';
import { MailOutbox } from '@app/mail';
import { CONFIG, type Config } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { Account } from '../../accounts/domain/account';
import type { Actor } from '../../audit/domain/audit';
import { TooManyUsersError, UserEmailTakenError } from '../domain/errors';
import { assertMayChange, assertMayGrant, type ManagedUser, type PanelUser } from '../domain/panel-user';
import { INVITATION_SECONDS } from '../../sign-in/domain/sign-in';
import { AccountNotices } from './account-notices';
import { administratorAmong, userAmong } from './administration';
import { invitationMail } from './invitation-mail';
import { resetTokenHash } from './password-change';
import { StaffUserAdmin, type NewPanelUser, type PreparedUser } from './staff-user-admin';
import { AuditLog } from '../../audit/application/ports';
import { TokenHasher } from '../../keys/application/ports';
import { PasswordResetsRepository, UsersRepository } from './ports';

/**
 * The new users of an account, whom its administrators create: with a password, or with an invitation by which they
 * choose their own. An account adds at most `MAX_USER_ADDITIONS` of both within an hour.
 */
@Injectable()
export class UserInvitations {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl'>,
    private readonly users: UsersRepository,
    private readonly panelUsers: StaffUserAdmin,
    private readonly links: PasswordResetsRepository,
    private readonly hasher: TokenHasher,
    private readonly outbox: MailOutbox,
    private readonly notices: AccountNotices,
    private readonly audit: AuditLog,
    private readonly answers: IdempotentAnswers,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Adds a user to the account, and keeps the answer for repeated calls. Without a password, an invitation is mailed.
   * Throws `PermissionDeniedError` for a permission that the administrator lacks, whatever the address,
   * `TooManyUsersError`, and `ValidationError`.
   */
  async create(
    administrator: PanelUser,
    by: Actor,
    input: NewPanelUser,
    answer?: IdempotentAnswer<ManagedUser>,
  ): Promise<ManagedUser> {
    const { account } = administrator;
    const isInvited = input.password === undefined;
    assertMayGrant(administrator.permissions, input.permissions);
    const prepared = await this.panelUsers.prepare(input);
    // Counted by itself, so that refusals count: each tells whether some user has the address.
    await this.uow.run((tx) => this.takeAddition(tx, account.id));
    return this.uow.run(async (tx) => {
      const { permissions } = administratorAmong(await this.users.lock(tx, account.id), administrator);
      assertMayGrant(permissions, prepared.permissions);
      await this.insert(tx, account.id, prepared);
      if (isInvited) await this.mail(tx, account, prepared);
      const created = userAmong(await this.users.lock(tx, account.id), prepared.id);
      const { email } = created;
      await this.audit.record(tx, {
        ...entry('created', by, created),
        details: { email, permissions: created.permissions, ...(isInvited && { invited: true }) },
      });
      const concerns = isInvited ? undefined : email;
      await this.notices.send(tx, {
        kind: 'user_created',
        account,
        by,
        author: administrator.email,
        concerns,
        about: email,
      });
      await this.answers.keep(tx, answer, created);
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
      const invitedAt = await this.mail(tx, account, user);
      await this.audit.record(tx, { ...entry('invited', by, user), details: { email: user.email } });
      return { ...user, invitedAt };
    });
  }

  /** Throws `TooManyUsersError`. */
  private async takeAddition(tx: Tx, accountId: string): Promise<void> {
    const seconds = await this.users.takeAddition(tx, accountId);
    if (seconds !== undefined) throw new TooManyUsersError(seconds);
  }

  private async mail(
    tx: Tx,
    account: Account,
    { id: userId, email }: Pick<ManagedUser, 'id' | 'email'>,
  ): Promise<Date> {
    const token = randomBytes(32).toString('base64url');
    const tokenHash = resetTokenHash(this.hasher, token);
    const url = `${this.config.publicUrl}/panel/reset-password#token=${token}`;
    await this.links.forget(tx, userId);
    await this.links.insert(tx, { tokenHash, userId, seconds: INVITATION_SECONDS });
    const hours = INVITATION_SECONDS / 3_600;
    await this.outbox.enqueue(tx, [invitationMail(account, email, url, hours, tokenHash.toString('hex'))]);
    return this.users.markInvited(tx, userId);
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

function entry(done: string, by: Actor, { id, accountId }: ManagedUser) {
  return { actor: by, action: `user.${done}`, object: { type: 'user', id }, accountId };
}
