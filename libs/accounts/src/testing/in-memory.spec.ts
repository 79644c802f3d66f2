import { NoUnitOfWork, StandingClock } from '@app/kernel/testing';
import { accountsRepositoryContract } from './accounts-repository.contract';
import { apiKeysRepositoryContract } from './api-keys-repository.contract';
import { credentialsRepositoryContract } from './api-key-credentials-repository.contract';
import { inMemoryPanel, inMemoryRepositories } from './harness';
import { panelSessionsRepositoryContract } from './sessions-repository.contract';
import { passwordResetsRepositoryContract } from './password-resets-repository.contract';
import { secondFactorsRepositoryContract } from './second-factors-repository.contract';
import { signInAttemptsContract } from './sign-in-attempts.contract';
import { userSessionsRepositoryContract } from './session-list-repository.contract';
import { usersRepositoryContract } from './users-repository.contract';

const clock = new StandingClock();
const repositories = inMemoryRepositories();
const subject = {
  ...repositories,
  ...inMemoryPanel(repositories, clock),
  uow: new NoUnitOfWork(),
  lastUsedAt: async (id: string) => repositories.keys.keys.get(id)?.lastUsedAt ?? null,
  letPass: async (seconds: number) => clock.advance(seconds * 1_000),
};

describe('InMemoryAccountsRepository', () => accountsRepositoryContract(() => subject));
describe('InMemoryUsersRepository', () => usersRepositoryContract(() => subject));
describe('InMemoryApiKeyCredentialsRepository', () => credentialsRepositoryContract(() => subject));
describe('InMemoryApiKeysRepository', () => apiKeysRepositoryContract(() => subject));
describe('InMemorySessionsRepository', () => panelSessionsRepositoryContract(() => subject));
describe('InMemorySessionListRepository', () => userSessionsRepositoryContract(() => subject));
describe('InMemoryPasswordResetsRepository', () => passwordResetsRepositoryContract(() => subject));
describe('InMemorySecondFactorsRepository', () => secondFactorsRepositoryContract(() => subject));
describe('InMemorySignInAttempts', () => signInAttemptsContract(() => subject));
