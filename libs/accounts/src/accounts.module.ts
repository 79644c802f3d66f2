import { CONFIG, NotificationListener, type Config } from '@app/platform';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Argon2PasswordHasher, PepperedKeyHasher } from './adapters/hashers';
import { PostgresAccountsRepository } from './adapters/postgres-accounts.repository';
import { PostgresApiKeysRepository } from './adapters/postgres-api-keys.repository';
import { PostgresAuditLog } from './adapters/postgres-audit.log';
import { PostgresManagedKeysRepository } from './adapters/postgres-managed-keys.repository';
import { PostgresPanelSessionsRepository } from './adapters/postgres-panel-sessions.repository';
import { PostgresSignInAttempts } from './adapters/postgres-sign-in.attempts';
import { PostgresUsersRepository } from './adapters/postgres-users.repository';
import { UserEntity } from './adapters/user.entity';
import { AccountDirectory } from './application/account-directory';
import { Accounts } from './application/accounts';
import { ApiKeys } from './application/api-keys';
import { KeyUsage } from './application/key-usage';
import { PanelSessions } from './application/panel-sessions';
import {
  AccountsRepository,
  ApiKeysRepository,
  AuditLog,
  KeyHasher,
  ManagedKeysRepository,
  PanelSessionsRepository,
  PasswordHasher,
  SignInAttempts,
  UsersRepository,
} from './application/ports';

@Module({
  imports: [TypeOrmModule.forFeature([UserEntity])],
  providers: [
    Accounts,
    AccountDirectory,
    KeyUsage,
    PanelSessions,
    ApiKeys,
    { provide: AccountsRepository, useClass: PostgresAccountsRepository },
    { provide: UsersRepository, useClass: PostgresUsersRepository },
    { provide: ApiKeysRepository, useClass: PostgresApiKeysRepository },
    { provide: ManagedKeysRepository, useClass: PostgresManagedKeysRepository },
    { provide: PanelSessionsRepository, useClass: PostgresPanelSessionsRepository },
    { provide: SignInAttempts, useClass: PostgresSignInAttempts },
    { provide: AuditLog, useClass: PostgresAuditLog },
    { provide: PasswordHasher, useClass: Argon2PasswordHasher },
    {
      provide: KeyHasher,
      inject: [CONFIG],
      useFactory: (config: Config) => new PepperedKeyHasher(config.apiKeyPepper),
    },
  ],
  exports: [Accounts, AccountDirectory, ApiKeys, AuditLog, KeyUsage, PanelSessions],
})
export class AccountsModule {
  constructor(listener: NotificationListener, directory: AccountDirectory) {
    listener.on('account_changed', (accountId) => directory.forget(accountId));
    // Notices sent while the connection was down are lost, so nothing remembered can be trusted.
    listener.onReconnect(() => directory.forget());
  }
}
