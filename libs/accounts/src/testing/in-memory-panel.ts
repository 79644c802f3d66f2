import { RecordedAnswers, StandingClock } from '@app/kernel/testing';
import { InMemoryAuditLog } from '../adapters/in-memory-audit.log';
import { InMemoryManagedKeysRepository } from '../adapters/in-memory-managed-keys.repository';
import { InMemoryPanelSessionsRepository } from '../adapters/in-memory-panel-sessions.repository';
import { InMemorySignInAttempts } from '../adapters/in-memory-sign-in.attempts';
import { AccountDirectory } from '../application/account-directory';
import { ApiKeys } from '../application/api-keys';
import { PanelSessions } from '../application/panel-sessions';
import type { Account } from '../domain/account';
import type { PanelUser } from '../domain/panel-user';
import { givenAccount, givenUser } from './factories';
import { FakePasswordHasher } from './fake-hashers';
import { inMemoryAccounts } from './harness';

export const PASSWORD = 'correct horse';

/** The panel without a database, with what a test looks into. */
export function inMemoryPanel() {
  const { accounts, users, keys, hasher, uow, service } = inMemoryAccounts();
  const clock = new StandingClock();
  const audit = new InMemoryAuditLog();
  const answers = new RecordedAnswers();
  const passwords = new FakePasswordHasher();
  const store = new InMemoryPanelSessionsRepository(accounts, users, clock);
  const attempts = new InMemorySignInAttempts(clock);
  const directory = new AccountDirectory(keys, hasher, uow, clock);
  const managed = new InMemoryManagedKeysRepository(keys);
  const repositories = { accounts, users, keys, uow };

  /** A user who may do everything, of an account of their own. */
  const givenPanelUser = async (changes: Partial<Account> = {}): Promise<PanelUser> => {
    const account = await givenAccount(repositories, changes);
    const passwordHash = await passwords.hash(PASSWORD);
    const { id, email, permissions } = await givenUser(repositories, account.id, { passwordHash });
    return { id, email, permissions, account };
  };

  return {
    ...repositories,
    ...{ clock, audit, answers, passwords, store, attempts, directory, givenPanelUser },
    sessions: new PanelSessions(store, attempts, passwords, hasher, audit, uow),
    apiKeys: new ApiKeys(managed, service, directory, audit, answers, uow, clock),
  };
}
