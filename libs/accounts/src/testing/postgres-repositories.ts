import { PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import type { DataSource } from 'typeorm';
import { AccountEntity } from '../accounts/adapters/account.entity';
import { ApiKeyEntity } from '../keys/adapters/api-key.entity';
import { PostgresAccountsRepository } from '../accounts/adapters/postgres-accounts.repository';
import { PostgresApiKeysRepository } from '../keys/adapters/postgres-api-keys.repository';
import { PostgresApiKeyCredentialsRepository } from '../keys/adapters/postgres-api-key-credentials.repository';
import { PostgresSessionsRepository } from '../sign-in/adapters/postgres-sessions.repository';
import { PostgresPasswordResetsRepository } from '../users/adapters/postgres-password-resets.repository';
import { PostgresSecondFactorsRepository } from '../sign-in/adapters/postgres-second-factors.repository';
import { PostgresPasswordStore } from '../users/adapters/postgres-password.store';
import { PostgresSessionListRepository } from '../sign-in/adapters/postgres-session-list.repository';
import { PostgresUsersRepository } from '../users/adapters/postgres-users.repository';
import { UserEntity } from '../users/adapters/user.entity';

/** The repositories of a migrated database. */
export function postgresRepositories(source: DataSource) {
  const db = new PostgresDatabase(source);
  return {
    db,
    accounts: new PostgresAccountsRepository(source.getRepository(AccountEntity), db),
    users: new PostgresUsersRepository(source.getRepository(UserEntity), db),
    keys: new PostgresApiKeysRepository(source.getRepository(ApiKeyEntity), db),
    credentials: new PostgresApiKeyCredentialsRepository(db),
    uow: new PostgresUnitOfWork(source),
  };
}

/** The same with what signing in needs, whose time a test advances. */
export function postgresPanel(source: DataSource) {
  const repositories = postgresRepositories(source);
  const { db } = repositories;
  return {
    ...repositories,
    sessions: new PostgresSessionsRepository(db),
    userSessions: new PostgresSessionListRepository(db),
    resets: new PostgresPasswordResetsRepository(db),
    userPasswords: new PostgresPasswordStore(db),
    factors: new PostgresSecondFactorsRepository(db),
    letPass: async (seconds: number) => {
      for (const aging of AGING) await source.query(aging, [seconds]);
    },
  };
}

const PASSED = 'make_interval(secs => $1)';
const AGING = [
  `UPDATE panel_sessions SET expires_at = expires_at - ${PASSED}, idle_expires_at = idle_expires_at - ${PASSED},
          last_seen_at = last_seen_at - ${PASSED}, confirmed_at = confirmed_at - ${PASSED}`,
  `UPDATE password_resets SET expires_at = expires_at - ${PASSED}`,
  `UPDATE password_reset_mails SET ends_at = ends_at - ${PASSED},
          sent_at = ARRAY(SELECT sent - ${PASSED} FROM unnest(sent_at) AS sent)`,
];
