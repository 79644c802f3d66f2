import { NoUnitOfWork, StandingClock } from '@app/kernel/testing';
import { accountsRepositoryContract } from './accounts-repository.contract';
import { apiKeysRepositoryContract } from './api-keys-repository.contract';
import { credentialsRepositoryContract } from './credentials-repository.contract';
import { inMemoryRepositories } from './harness';
import { InMemoryPanelSessionsRepository } from './in-memory-panel-sessions.repository';
import { InMemorySignInAttempts } from './in-memory-sign-in-attempts';
import { panelSessionsRepositoryContract } from './panel-sessions-repository.contract';
import { signInAttemptsContract } from './sign-in-attempts.contract';
import { usersRepositoryContract } from './users-repository.contract';

const clock = new StandingClock();
const repositories = inMemoryRepositories();
const subject = {
  ...repositories,
  uow: new NoUnitOfWork(),
  sessions: new InMemoryPanelSessionsRepository(repositories.accounts, repositories.users, clock),
  attempts: new InMemorySignInAttempts(clock),
  lastUsedAt: async (id: string) => repositories.keys.keys.get(id)?.lastUsedAt ?? null,
  letPass: async (seconds: number) => clock.advance(seconds * 1_000),
};

describe('InMemoryAccountsRepository', () => accountsRepositoryContract(() => subject));
describe('InMemoryUsersRepository', () => usersRepositoryContract(() => subject));
describe('InMemoryCredentialsRepository', () => credentialsRepositoryContract(() => subject));
describe('InMemoryApiKeysRepository', () => apiKeysRepositoryContract(() => subject));
describe('InMemoryPanelSessionsRepository', () => panelSessionsRepositoryContract(() => subject));
describe('InMemorySignInAttempts', () => signInAttemptsContract(() => subject));
