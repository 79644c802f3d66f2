import { RecordedAnswers, StandingClock } from '@app/kernel/testing';
import { inMemoryLedger } from '@app/ledger/testing';
import { Metrics } from '@app/platform';
import { AccountDirectory } from '../application/account-directory';
import { AccountProvisioning } from '../application/account-provisioning';
import { AccountUsers } from '../application/account-users';
import { Accounts } from '../application/accounts';
import { ApiKeys } from '../application/api-keys';
import { NewPasswords } from '../application/new-passwords';
import { PanelSessions } from '../application/panel-sessions';
import { PanelUsers } from '../application/panel-users';
import type { Account } from '../domain/account';
import type { PanelUser } from '../domain/panel-user';
import { givenAccount, givenUser } from './factories';
import { FakeKeyHasher, FakePasswordHasher, OneCommonPassword } from './fake-hashers';
import { InMemoryAccountsRepository } from './in-memory-accounts.repository';
import { InMemoryApiKeysRepository } from './in-memory-api-keys.repository';
import { InMemoryAuditLog } from './in-memory-audit-log';
import { InMemoryCredentialsRepository } from './in-memory-credentials.repository';
import { InMemoryPanelSessionsRepository } from './in-memory-panel-sessions.repository';
import { InMemorySignInAttempts } from './in-memory-sign-in-attempts';
import { InMemoryUsersRepository } from './in-memory-users.repository';

export const PASSWORD = 'correct horse';

/** Repositories over the same maps. */
export function inMemoryRepositories() {
  const accounts = new InMemoryAccountsRepository();
  const users = new InMemoryUsersRepository();
  const keys = new InMemoryApiKeysRepository();
  return { accounts, users, keys, credentials: new InMemoryCredentialsRepository(accounts, users, keys) };
}

/** The library's services without a database, and what a test inspects. */
export function inMemoryAccounts() {
  const { uow, ledger } = inMemoryLedger();
  const repositories = { ...inMemoryRepositories(), uow };
  const { accounts, users, keys, credentials } = repositories;
  const doubles = {
    clock: new StandingClock(),
    answers: new RecordedAnswers(),
    audit: new InMemoryAuditLog(),
    hasher: new FakeKeyHasher(),
    passwords: new FakePasswordHasher(),
    metrics: new Metrics('test', false),
  };
  const { answers, clock, audit, hasher, passwords, metrics } = doubles;
  const store = new InMemoryPanelSessionsRepository(accounts, users, clock);
  const attempts = new InMemorySignInAttempts(clock);
  const directory = new AccountDirectory(credentials, hasher, audit, uow, clock);
  const service = new Accounts(accounts, ledger, audit, uow);
  const newPasswords = new NewPasswords(passwords, new OneCommonPassword());
  const panelUsers = new PanelUsers(users, service, newPasswords, attempts, audit, uow);
  const apiKeys = new ApiKeys(keys, hasher, directory, audit, answers, uow, clock);

  /** A user with all permissions, of a new account. */
  const givenPanelUser = async (changes: Partial<Account> = {}): Promise<PanelUser> => {
    const account = await givenAccount(repositories, changes);
    const passwordHash = await passwords.hash(PASSWORD);
    const { id, email, permissions } = await givenUser(repositories, account.id, { passwordHash });
    return { id, email, permissions, account };
  };

  return {
    ...repositories,
    ...doubles,
    ...{ ledger, store, attempts, directory, service, panelUsers, apiKeys, givenPanelUser },
    accountUsers: new AccountUsers(users, panelUsers, newPasswords, audit, answers, uow),
    provisioning: new AccountProvisioning(accounts, panelUsers, apiKeys, ledger, audit, uow),
    sessions: new PanelSessions(store, attempts, passwords, hasher, audit, uow, metrics),
  };
}
