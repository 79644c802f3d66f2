import { CONFIG, NotificationListener, type Config } from '@app/platform';
import { Module } from '@nestjs/common';
import { Argon2PasswordHasher, PepperedKeyHasher } from './adapters/hashers';
import { PostgresAccountsRepository } from './adapters/postgres-accounts.repository';
import { PostgresApiKeysRepository } from './adapters/postgres-api-keys.repository';
import { PostgresUsersRepository } from './adapters/postgres-users.repository';
import { AccountDirectory } from './application/account-directory';
import { Accounts } from './application/accounts';
import { KeyUsage } from './application/key-usage';
import { AccountsRepository, ApiKeysRepository, KeyHasher, PasswordHasher, UsersRepository } from './application/ports';

@Module({
  providers: [
    Accounts,
    AccountDirectory,
    KeyUsage,
    { provide: AccountsRepository, useClass: PostgresAccountsRepository },
    { provide: UsersRepository, useClass: PostgresUsersRepository },
    { provide: ApiKeysRepository, useClass: PostgresApiKeysRepository },
    { provide: PasswordHasher, useClass: Argon2PasswordHasher },
    {
      provide: KeyHasher,
      inject: [CONFIG],
      useFactory: (config: Config) => new PepperedKeyHasher(config.apiKeyPepper),
    },
  ],
  exports: [Accounts, AccountDirectory, KeyUsage],
})
export class AccountsModule {
  constructor(listener: NotificationListener, directory: AccountDirectory) {
    listener.on('account_changed', (accountId) => directory.forget(accountId));
    // Notices sent while the connection was down are lost, so nothing remembered can be trusted.
    listener.onReconnect(() => directory.forget());
  }
}
