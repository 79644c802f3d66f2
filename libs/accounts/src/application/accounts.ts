import { isStorable, newId, randomText, UnitOfWork, ValidationError, type Tx } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { isSlug, slugFrom, type Account, type VerificationStatus } from '../domain/account';
import { SECRET_LENGTH, visiblePrefix, type KeyEnvironment } from '../domain/api-key';
import { AccountNotFoundError, SlugTakenError } from '../domain/errors';
import { DEFAULT_RATE_LIMIT } from '../domain/key-settings';
import {
  AccountsRepository,
  ApiKeysRepository,
  KeyHasher,
  PasswordHasher,
  UsersRepository,
  type AccountChanges,
} from './ports';

export interface NewAccount {
  name: string;
  email: string | null;
  country: string;
  slug?: string | undefined;
  kycStatus: VerificationStatus;
  kybStatus: VerificationStatus;
  usdEnabled: boolean;
  cardsEnabled: boolean;
  customerPaidFeeEnabled: boolean;
  /** False when absent. */
  customerPaidFeeDefault?: boolean | undefined;
}

export interface NewPanelUser {
  email: string;
  /** Generated when absent. */
  password?: string | undefined;
  permissions: readonly string[];
}

export interface IssuedKey {
  id: string;
  /** The whole key, this once. */
  apiKey: string;
  prefix: string;
}

const EMAIL = /^[^\s@<>"(),:;]{1,64}@[^\s@<>"(),:;]{1,190}\.[^\s@<>"(),:;]{2,60}$/;
const MIN_PASSWORD = 10;
const SLUG_ATTEMPTS = 5;

/** Accounts, their users and keys, as staff and the panel manage them. */
@Injectable()
export class Accounts {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly users: UsersRepository,
    private readonly keys: ApiKeysRepository,
    private readonly passwords: PasswordHasher,
    private readonly hasher: KeyHasher,
    private readonly uow: UnitOfWork,
  ) {}

  /** The account with that slug; throws `AccountNotFoundError`. */
  async bySlug(slug: string): Promise<Account> {
    const account = await this.accounts.findBySlug(slug);
    if (!account) throw new AccountNotFoundError(slug);
    return account;
  }

  find(id: string): Promise<Account | undefined> {
    return this.accounts.findById(id);
  }

  /** A slug made from the name gets a random tail when it is taken; a slug that was asked for is refused instead. */
  async create(tx: Tx, input: NewAccount): Promise<Account> {
    const { slug: wanted, customerPaidFeeDefault = false, ...settings } = input;
    if (input.name.trim() === '' || input.name.length > 200 || !isStorable(input.name)) {
      throw ValidationError.of('name', 'must have 1 to 200 characters');
    }
    if (input.email !== null) assertEmail(input.email);
    if (!/^[A-Z]{2}$/.test(input.country)) throw ValidationError.of('country', 'must be two upper-case letters');
    if (wanted !== undefined && !isSlug(wanted)) {
      throw ValidationError.of('slug', 'must have 3 to 32 lower-case letters and digits');
    }
    for (let attempt = 1; ; attempt++) {
      const tail = attempt === 1 ? '' : randomText(6).toLowerCase();
      const account: Account = {
        id: newId(),
        slug: wanted ?? slugFrom(input.name) + tail,
        status: 'active',
        ...settings,
        customerPaidFeeDefault,
      };
      try {
        await this.accounts.insertAccount(tx, account);
        return account;
      } catch (error) {
        if (!(error instanceof SlugTakenError) || wanted !== undefined || attempt === SLUG_ATTEMPTS) throw error;
      }
    }
  }

  /**
   * A setting that is undefined stays as it is. `also` is done in the same transaction, with the account as it is then.
   * Throws `AccountNotFoundError`.
   */
  async update(
    slug: string,
    changes: AccountChanges,
    also?: (tx: Tx, account: Account) => Promise<void>,
  ): Promise<Account> {
    const account = await this.bySlug(slug);
    const given = Object.entries<unknown>(changes).filter(([, value]) => value !== undefined);
    const changed = { ...account, ...(Object.fromEntries(given) as AccountChanges) };
    await this.uow.run(async (tx) => {
      await this.accounts.updateAccount(tx, account.id, changes);
      await also?.(tx, changed);
    });
    return changed;
  }

  /** Throws `UserEmailTakenError`. The password is returned because staff hand it over; it is stored only as argon2id. */
  async createUser(
    tx: Tx,
    accountId: string,
    input: NewPanelUser,
  ): Promise<{ id: string; email: string; password: string }> {
    assertEmail(input.email);
    const password = input.password ?? randomText(20);
    if (password.length < MIN_PASSWORD || password.length > 256) {
      throw ValidationError.of('password', `must have ${MIN_PASSWORD} to 256 characters`);
    }
    const id = newId();
    const passwordHash = await this.passwords.hash(password);
    await this.users.insert(tx, { id, accountId, email: input.email, passwordHash, permissions: input.permissions });
    return { id, email: input.email, password };
  }

  /**
   * Ends the user's sessions at once, and keys of the user are of no use any more where a user is needed. False when the
   * account has no such user; `also` is done in the same transaction when it has.
   */
  removeUser(accountId: string, email: string, also?: (tx: Tx) => Promise<void>): Promise<boolean> {
    return this.uow.run(async (tx) => {
      const removed = await this.users.remove(tx, accountId, email);
      if (removed) await also?.(tx);
      return removed;
    });
  }

  async issueKey(
    tx: Tx,
    account: Account,
    input: {
      userId: string;
      name: string;
      environment: KeyEnvironment;
      permissions: readonly string[];
      allowedOrigins?: readonly string[];
      rateLimit?: number;
      expiresAt?: Date | null;
    },
  ): Promise<IssuedKey> {
    const prefix = visiblePrefix(account.slug, input.environment);
    const key = `${prefix}_${randomText(SECRET_LENGTH)}`;
    const id = newId();
    await this.keys.insert(tx, {
      id,
      accountId: account.id,
      userId: input.userId,
      name: input.name,
      environment: input.environment,
      secretHash: this.hasher.hash(key),
      permissions: input.permissions,
      allowedOrigins: input.allowedOrigins ?? [],
      rateLimit: input.rateLimit ?? DEFAULT_RATE_LIMIT,
      expiresAt: input.expiresAt ?? null,
    });
    return { id, apiKey: key, prefix };
  }
}

function assertEmail(email: string): void {
  if (!EMAIL.test(email) || !isStorable(email)) throw ValidationError.of('email', 'must be an e-mail address');
}
