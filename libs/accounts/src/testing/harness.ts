import { NoUnitOfWork } from '@app/kernel/testing';
import { InMemoryAccountsRepository } from '../adapters/in-memory-accounts.repository';
import { InMemoryApiKeysRepository } from '../adapters/in-memory-api-keys.repository';
import { InMemoryUsersRepository } from '../adapters/in-memory-users.repository';
import { Accounts } from '../application/accounts';
import { FakeKeyHasher, FakePasswordHasher } from './fake-hashers';

/** Accounts without a database, with what a test looks into. */
export function inMemoryAccounts() {
  const accounts = new InMemoryAccountsRepository();
  const users = new InMemoryUsersRepository();
  const keys = new InMemoryApiKeysRepository(accounts, users);
  const hasher = new FakeKeyHasher();
  const uow = new NoUnitOfWork();
  const service = new Accounts(accounts, users, keys, new FakePasswordHasher(), hasher, uow);
  return { accounts, users, keys, hasher, uow, service };
}
