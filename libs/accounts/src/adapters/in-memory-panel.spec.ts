import { NoUnitOfWork, StandingClock } from '@app/kernel/testing';
import { InMemoryAccountsRepository, InMemoryApiKeysRepository, InMemoryUsersRepository } from '../testing';
import { managedKeysRepositoryContract } from '../testing/managed-keys-repository.contract';
import { panelSessionsRepositoryContract } from '../testing/panel-sessions-repository.contract';
import { signInAttemptsContract } from '../testing/sign-in-attempts.contract';
import { InMemoryManagedKeysRepository } from './in-memory-managed-keys.repository';
import { InMemoryPanelSessionsRepository } from './in-memory-panel-sessions.repository';
import { InMemorySignInAttempts } from './in-memory-sign-in.attempts';

const clock = new StandingClock();
const accounts = new InMemoryAccountsRepository();
const users = new InMemoryUsersRepository();
const keys = new InMemoryApiKeysRepository(accounts, users);
const subject = {
  ...{ accounts, users, keys },
  uow: new NoUnitOfWork(),
  sessions: new InMemoryPanelSessionsRepository(accounts, users, clock),
  attempts: new InMemorySignInAttempts(clock),
  managedKeys: new InMemoryManagedKeysRepository(keys),
  letPass: async (seconds: number) => clock.advance(seconds * 1_000),
};

describe('InMemoryPanelSessionsRepository', () => panelSessionsRepositoryContract(() => subject));
describe('InMemorySignInAttempts', () => signInAttemptsContract(() => subject));
describe('InMemoryManagedKeysRepository', () => managedKeysRepositoryContract(() => subject));
