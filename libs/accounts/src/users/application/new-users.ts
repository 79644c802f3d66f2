import { newId, randomText, userAddress, type Tx } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { assertEmail } from '../../accounts/domain/account';
import { parsePanelPermissions } from '../domain/panel-user';
import { PasswordRules } from './password-rules';
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

/** Creates users, without an audit entry of their own. */
@Injectable()
export class NewUsers {
  constructor(
    private readonly users: UsersRepository,
    private readonly passwords: PasswordRules,
  ) {}

  /**
   * Validates the input and hashes the password, which is slow and so belongs before a transaction. Throws
   * `ValidationError`.
   */
  async prepare(input: NewPanelUser): Promise<PreparedUser> {
    const permissions = parsePanelPermissions(input.permissions);
    const email = userAddress(input.email);
    assertEmail(email);
    const password = input.password ?? randomText(20);
    const passwordHash = await this.passwords.hash(password);
    return { id: newId(), email, name: input.name ?? null, password, passwordHash, permissions };
  }

  /** Throws `UserEmailTakenError`. */
  async insert(tx: Tx, accountId: string, { password, ...user }: PreparedUser): Promise<CreatedUser> {
    await this.users.insert(tx, { ...user, accountId });
    return { id: user.id, email: user.email, password };
  }
}
