import type { Tx } from '@app/kernel';
import { MailOutbox } from '@app/mail';
import { CONFIG, type Config } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { Account } from '../../accounts/domain/account';
import { TokenHasher } from '../../keys/application/ports';
import { INVITATION_SECONDS, isToken, RESET_SECONDS } from '../../sign-in/domain/sign-in';
import type { ManagedUser, PanelUser } from '../domain/panel-user';
import { invitationMail } from './invitation-mail';
import { PasswordResetsRepository, type LinkedUser } from './ports';
import { resetMail } from './reset-mail';

const TOKEN_BYTES = 32;

/** The mailed links with which users choose a password. Each works once; its token is stored only as HMAC. */
@Injectable()
export class PasswordLinks {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl'>,
    private readonly links: PasswordResetsRepository,
    private readonly hasher: TokenHasher,
    private readonly outbox: MailOutbox,
  ) {}

  /** Mails a link to choose another password. Without a user, stores a link that never works, and mails nothing. */
  async mailReset(tx: Tx, user: PanelUser | undefined): Promise<void> {
    const { url, id } = await this.insert(tx, user?.id ?? null, RESET_SECONDS);
    if (user) await this.outbox.enqueue(tx, [resetMail(user, url, RESET_SECONDS / 60, id)]);
  }

  /** Mails an invitation to choose the first password. The earlier links of the user no longer work. */
  async mailInvitation(tx: Tx, account: Account, user: Pick<ManagedUser, 'id' | 'email'>): Promise<void> {
    await this.links.forget(tx, user.id);
    const { url, id } = await this.insert(tx, user.id, INVITATION_SECONDS);
    await this.outbox.enqueue(tx, [invitationMail(account, user.email, url, INVITATION_SECONDS / 3_600, id)]);
  }

  /** Takes one of the resets that are mailed to the address; false when there is none left. */
  takeReset(tx: Tx, email: string): Promise<boolean> {
    return this.links.takeMail(tx, email);
  }

  /** The user whose link works. */
  async find(token: string): Promise<LinkedUser | undefined> {
    return isToken(token) ? this.links.find(this.hashOf(token)) : undefined;
  }

  /** Uses up a link; false when it no longer works. */
  use(tx: Tx, token: string): Promise<boolean> {
    return this.links.consume(tx, this.hashOf(token));
  }

  private async insert(tx: Tx, userId: string | null, seconds: number): Promise<{ url: string; id: string }> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const tokenHash = this.hashOf(token);
    await this.links.insert(tx, { tokenHash, userId, seconds });
    return { url: `${this.config.publicUrl}/panel/reset-password#token=${token}`, id: tokenHash.toString('hex') };
  }

  /** The label separates tokens from everything else that is hashed under the pepper. */
  private hashOf(token: string): Buffer {
    return this.hasher.hash(`password reset ${token}`);
  }
}
