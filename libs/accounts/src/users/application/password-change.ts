import { UnitOfWork, ValidationError, userAddress } from '@app/kernel';
import { MailOutbox } from '@app/mail';
import { CONFIG, type Config } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { Actor } from '../../audit/domain/audit';
import type { PanelUser } from '../domain/panel-user';
import { isToken, RESET_SECONDS, type Caller } from '../../sign-in/domain/sign-in';
import { AccountNotices, ofUser } from './account-notices';
import { CurrentPassword } from './current-password';
import { PasswordRules } from './password-rules';
import { AuditLog } from '../../audit/application/ports';
import { TokenHasher } from '../../keys/application/ports';
import { SessionsRepository } from '../../sign-in/application/ports';
import { PasswordResetsRepository, PasswordStore } from './ports';
import { resetMail } from './reset-mail';
import { SignInLock, type Origin } from '../../sign-in/application/sign-in-lock';

const TOKEN_BYTES = 32;

/** The passwords of users, as they change them themselves: with a mailed link, or with the one that they have. */
@Injectable()
export class PasswordChange {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl'>,
    private readonly sessions: SessionsRepository,
    private readonly resets: PasswordResetsRepository,
    private readonly userPasswords: PasswordStore,
    private readonly newPasswords: PasswordRules,
    private readonly current: CurrentPassword,
    private readonly hasher: TokenHasher,
    private readonly lock: SignInLock,
    private readonly outbox: MailOutbox,
    private readonly notices: AccountNotices,
    private readonly audit: AuditLog,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Mails a link that works once, for half an hour, to the user with that address. If there is none, a link
   * without a user is stored: neither the answer nor the time it takes reveals whether a user has the address.
   */
  async forgot(given: string): Promise<void> {
    const email = userAddress(given);
    if (!(await this.uow.once((tx) => this.resets.takeMail(tx, email)))) return;
    const known = await this.sessions.findUser(email);
    // An invitation is accepted by its own link, for as long as that works.
    const found = known?.isInvited ? undefined : known;
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const tokenHash = this.hashOf(token);
    const url = `${this.config.publicUrl}/panel/reset-password#token=${token}`;
    await this.uow.run(async (tx) => {
      await this.resets.insert(tx, { tokenHash, userId: found?.user.id ?? null, seconds: RESET_SECONDS });
      if (!found) return;
      await this.outbox.enqueue(tx, [resetMail(found.user, url, RESET_SECONDS / 60, tokenHash.toString('hex'))]);
    });
  }

  /**
   * Sets the password of the user to whom the link or the invitation was mailed, and ends all sessions of the user. Lifts a lock of the
   * sign-in, unless it also protects a second factor. Throws `ValidationError`.
   */
  async reset(token: string, password: string, origin: Origin): Promise<void> {
    this.newPasswords.assertAllowed(password);
    const tokenHash = this.hashOf(token);
    const found = isToken(token) ? await this.resets.find(tokenHash) : undefined;
    if (!found) throw unusableLink();
    const { user, isInvited } = found;
    const passwordHash = await this.newPasswords.hash(password);
    const by: Actor = { type: 'user', name: user.id, ...origin };
    await this.uow.run(async (tx) => {
      if (!(await this.resets.consume(tx, tokenHash))) throw unusableLink();
      await this.userPasswords.replace(tx, user.id, passwordHash);
      if (!user.secondFactor) await this.lock.lift(tx, user.email);
      await this.audit.record(tx, entry(isInvited ? 'invitation_accepted' : 'password_reset', by, user));
      if (!isInvited) await this.notices.send(tx, ofUser('password_reset', user, by));
    });
  }

  /**
   * Replaces the password of a signed-in user, and ends all other sessions of the user. A wrong current password counts as
   * a failed sign-in. Throws `ValidationError` and `SignInLockedError`.
   */
  async change(caller: Caller, current: string, password: string): Promise<void> {
    const { user, by, session } = caller;
    this.newPasswords.assertAllowed(password);
    await this.lock.verify(caller, () => this.current.isRight(user, current), wrongCurrent);
    const passwordHash = await this.newPasswords.hash(password);
    await this.uow.run(async (tx) => {
      await this.userPasswords.replace(tx, user.id, passwordHash, session.id);
      await this.audit.record(tx, entry('password_changed', by, user));
      await this.notices.send(tx, ofUser('password_changed', user, by));
    });
  }

  private hashOf(token: string): Buffer {
    return resetTokenHash(this.hasher, token);
  }
}

/** How a link is stored. The label separates its token from everything else that is hashed under the pepper. */
export function resetTokenHash(hasher: TokenHasher, token: string): Buffer {
  return hasher.hash(`password reset ${token}`);
}

function unusableLink(): ValidationError {
  return ValidationError.of('token', 'The link was used, has expired, or is wrong. Ask for another one.');
}

function wrongCurrent(): ValidationError {
  return ValidationError.of('current_password', 'The current password is wrong.');
}

function entry(done: string, by: Actor, { id, email, account }: PanelUser) {
  return { actor: by, action: `user.${done}`, object: { type: 'user', id }, accountId: account.id, details: { email } };
}
