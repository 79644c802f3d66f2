import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { PasswordHasher, PasswordStore } from '../../users/application/ports';
import type { PanelUser } from '../../users/domain/panel-user';
import type { Credentials } from '../domain/sign-in';
import { FactorCodes } from './factor-codes';

/** Whether credentials are those of the user with the address; undefined is no user. */
export type CheckedCredentials =
  { verdict: 'wrong'; user: PanelUser | undefined } | { verdict: 'right' | 'code_missing'; user: PanelUser };

/** Checks what only a user knows, and counts nothing: callers run it within `SignInLock`. */
@Injectable()
export class CredentialCheck {
  private decoyHash: Promise<string> | undefined;

  constructor(
    private readonly passwords: PasswordStore,
    private readonly hasher: PasswordHasher,
    private readonly codes: FactorCodes,
  ) {}

  /** Checks the password, and the code if the user has a second factor. A code that is right is then spent. */
  async check({ email, password, code }: Credentials): Promise<CheckedCredentials> {
    const found = await this.passwords.find(email);
    // The same work as for a known address; otherwise the response time would reveal that no user has this one.
    const isRight = await this.hasher.verify(found?.passwordHash ?? (await this.decoy()), password);
    if (!found || !isRight) return { verdict: 'wrong', user: found?.user };
    const { user } = found;
    if (!user.secondFactor) return { verdict: 'right', user };
    if (code === undefined) return { verdict: 'code_missing', user };
    return { verdict: (await this.codes.accept(user.id, code)) ? 'right' : 'wrong', user };
  }

  /** Whether the password is that of the user. */
  async isPassword({ id, email }: PanelUser, password: string): Promise<boolean> {
    const found = await this.passwords.find(email);
    return found?.user.id === id && this.hasher.verify(found.passwordHash, password);
  }

  /** The hash of a password that no user has. */
  private decoy(): Promise<string> {
    return (this.decoyHash ??= this.hasher.hash(randomBytes(32).toString('base64url')));
  }
}
