import { PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import type { DataSource } from 'typeorm';
import { AccountEntity } from '../adapters/account.entity';
import { ApiKeyEntity } from '../adapters/api-key.entity';
import { PostgresAccountsRepository } from '../adapters/postgres-accounts.repository';
import { PostgresApiKeysRepository } from '../adapters/postgres-api-keys.repository';
import { PostgresCredentialsRepository } from '../adapters/postgres-credentials.repository';
import { PostgresUsersRepository } from '../adapters/postgres-users.repository';
import { UserEntity } from '../adapters/user.entity';

/** The repositories of a migrated database. */
export function postgresRepositories(source: DataSource) {
  const db = new PostgresDatabase(source);
  return {
    db,
    accounts: new PostgresAccountsRepository(source.getRepository(AccountEntity), db),
    users: new PostgresUsersRepository(source.getRepository(UserEntity), db),
    keys: new PostgresApiKeysRepository(source.getRepository(ApiKeyEntity), db),
    credentials: new PostgresCredentialsRepository(db),
    uow: new PostgresUnitOfWork(source),
  };
}
