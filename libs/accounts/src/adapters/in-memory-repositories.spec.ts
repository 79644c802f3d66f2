import { NoUnitOfWork } from '@app/kernel/testing';
import {
  accountsRepositoryContract,
  apiKeysRepositoryContract,
  InMemoryAccountsRepository,
  InMemoryApiKeysRepository,
  InMemoryUsersRepository,
  usersRepositoryContract,
} from '../testing';

const accounts = new InMemoryAccountsRepository();
const users = new InMemoryUsersRepository();
const keys = new InMemoryApiKeysRepository(accounts, users);
const subject = {
  ...{ accounts, users, keys },
  uow: new NoUnitOfWork(),
  lastUsedAt: async (id: string) => keys.keys.get(id)?.lastUsedAt ?? null,
};

describe('InMemoryAccountsRepository', () => accountsRepositoryContract(() => subject));
describe('InMemoryUsersRepository', () => usersRepositoryContract(() => subject));
describe('InMemoryApiKeysRepository', () => apiKeysRepositoryContract(() => subject));
