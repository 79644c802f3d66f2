import { PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import type { DataSource } from 'typeorm';
import { AccountEntity } from '../accounts/adapters/account.entity';
import { ApiKeyEntity } from '../keys/adapters/api-key.entity';
import { PostgresAccountsRepository } from '../accounts/adapters/postgres-accounts.repository';
import { PostgresApiKeysRepository } from '../keys/adapters/postgres-api-keys.repository';
import { PostgresApiKeyCredentialsRepository } from '../keys/adapters/postgres-api-key-credentials.repository';
import { PostgresSessionsRepository } from '../sign-in/adapters/postgres-sessions.repository';
import { PostgresPasswordResetsRepository } from '../users/adapters/postgres-password-resets.repository';
import { PostgresSignInAttempts } from '../sign-in/adapters/postgres-sign-in.attempts';
import { PostgresSignInDevices } from '../sign-in/adapters/postgres-sign-in.devices';
import { PostgresSecondFactorsRepository } from '../sign-in/adapters/postgres-second-factors.repository';
import { PostgresPasswordStore } from '../users/adapters/postgres-password.store';
import { PostgresSessionListRepository } from '../sign-in/adapters/postgres-session-list.repository';
import { PostgresUsersRepository } from '../users/adapters/postgres-users.repository';
import { UserEntity } from '../users/adapters/user.entity';

/** The repositories of a migrated database, whose time a test advances. */
export function postgresPanel(source: DataSource) {
  const db = new PostgresDatabase(source);
  return {
    db,
    uow: new PostgresUnitOfWork(source),
    accounts: new PostgresAccountsRepository(source.getRepository(AccountEntity), db),
    users: new PostgresUsersRepository(source.getRepository(UserEntity), db),
    keys: new PostgresApiKeysRepository(source.getRepository(ApiKeyEntity), db),
    credentials: new PostgresApiKeyCredentialsRepository(db),
    sessions: new PostgresSessionsRepository(db),
    userSessions: new PostgresSessionListRepository(db),
    resets: new PostgresPasswordResetsRepository(db),
    userPasswords: new PostgresPasswordStore(db),
    factors: new PostgresSecondFactorsRepository(db),
    attempts: new PostgresSignInAttempts(db),
    devices: new PostgresSignInDevices(db),
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
  `UPDATE sign_in_failures SET ends_at = ends_at - ${PASSED}, locked_until = locked_until - ${PASSED},
          failed_at = ARRAY(SELECT failed - ${PASSED} FROM unnest(failed_at) AS failed)`,
];
