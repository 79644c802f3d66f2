export { InMemoryAccountsRepository } from '../adapters/in-memory-accounts.repository';
export { InMemoryApiKeysRepository } from '../adapters/in-memory-api-keys.repository';
export { InMemoryUsersRepository } from '../adapters/in-memory-users.repository';
export * from './accounts-repository.contract';
export * from './api-keys-repository.contract';
export * from './factories';
export * from './fake-hashers';
export * from './harness';
export * from './users-repository.contract';
