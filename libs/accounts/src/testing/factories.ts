import { newId, type UnitOfWork } from '@app/kernel';
import { randomBytes } from 'node:crypto';
import type { AccountsRepository } from '../accounts/application/ports';
import type { ApiKeysRepository, ApiKeyCredentialsRepository, NewApiKey } from '../keys/application/ports';
import type { NewUser, UsersRepository } from '../users/application/ports';
import type { Account } from '../accounts/domain/account';
import type { ApiKey } from '../keys/domain/api-key';
import type { Actor } from '../audit/domain/audit';
import type { PanelUser } from '../users/domain/panel-user';
import type { Caller } from '../sign-in/domain/sign-in';

/** An account in good standing that may collect in local currencies. */
export function anAccount(changes: Partial<Account> = {}): Account {
  const id = changes.id ?? newId();
  return {
    id,
    slug: id.replaceAll('-', ''),
    name: 'Café Río',
    email: null,
    country: 'AR',
    status: 'active',
    kycStatus: 'verified',
    kybStatus: 'verified',
    usdEnabled: false,
    cardsEnabled: false,
    customerPaidFeeEnabled: true,
    customerPaidFeeDefault: false,
    language: 'es',
    timeZone: 'UTC',
    ...changes,
  };
}

/** A key with all permissions, as the API verifies it. */
export function anApiKey(changes: Partial<ApiKey> = {}): ApiKey {
  return {
    id: newId(),
    accountId: newId(),
    userId: newId(),
    userExists: true,
    environment: 'live',
    permissions: ['*'],
    allowedOrigins: [],
    rateLimit: 60,
    expiresAt: null,
    ...changes,
  };
}

export function aNewUser(changes: Partial<NewUser> & Pick<NewUser, 'accountId'>): NewUser {
  const id = changes.id ?? newId();
  return { id, email: `${id}@example.com`, passwordHash: 'a hash', permissions: ['*'], ...changes };
}

export function aNewApiKey(changes: Partial<NewApiKey> & Pick<NewApiKey, 'accountId' | 'userId'>): NewApiKey {
  return {
    id: newId(),
    name: 'test',
    environment: 'live',
    secretHash: randomBytes(32),
    lastFour: 'Wx4z',
    permissions: ['*'],
    allowedOrigins: [],
    rateLimit: 60,
    expiresAt: null,
    ...changes,
  };
}

/** The user in a fresh session of a bearer token. */
export function aCaller(user: PanelUser, by: Actor = { type: 'user', name: user.id }, sessionId = newId()): Caller {
  const later = new Date(Date.now() + 3_600_000);
  return {
    user,
    by,
    session: { id: sessionId, expiresAt: later, idleExpiresAt: null, freshUntil: later, isFresh: true, deviceId: null },
  };
}

/** The repositories of one database. */
export interface AccountRepositories {
  accounts: AccountsRepository;
  users: UsersRepository;
  keys: ApiKeysRepository;
  credentials: ApiKeyCredentialsRepository;
  uow: UnitOfWork;
}

/** Stores an account, and returns it. */
export async function givenAccount(
  { accounts, uow }: AccountRepositories,
  changes: Partial<Account> = {},
): Promise<Account> {
  const account = anAccount(changes);
  await uow.run((tx) => accounts.insert(tx, account));
  return account;
}

/** Stores a user of the account, and returns it. */
export async function givenUser(
  { users, uow }: AccountRepositories,
  accountId: string,
  changes: Partial<NewUser> = {},
): Promise<NewUser> {
  const user = aNewUser({ accountId, ...changes });
  await uow.run((tx) => users.insert(tx, user));
  return user;
}

/** Stores a key of a new user of the account, unless one is given, and returns it. */
export async function givenKey(
  repositories: AccountRepositories,
  accountId: string,
  changes: Partial<NewApiKey> = {},
): Promise<NewApiKey> {
  const userId = changes.userId ?? (await givenUser(repositories, accountId)).id;
  const key = aNewApiKey({ accountId, userId, ...changes });
  await repositories.uow.run((tx) => repositories.keys.insert(tx, key));
  return key;
}
