import { Injectable } from '@nestjs/common';
import type { PanelUser } from '../domain/panel-user';
import { SessionsRepository } from '../../sign-in/application/ports';
import { PasswordHasher } from './ports';

/** Whether a signed-in user knows their password. */
@Injectable()
export class CurrentPassword {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly passwords: PasswordHasher,
  ) {}

  /** Counts nothing: `SignInLock.verify` belongs around it. */
  async isRight({ id, email }: PanelUser, password: string): Promise<boolean> {
    const found = await this.sessions.findUser(email);
    return found?.user.id === id && this.passwords.verify(found.passwordHash, password);
  }
}
