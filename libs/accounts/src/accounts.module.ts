import { Clock } from '@app/kernel';
import { LedgerModule } from '@app/ledger';
import { MailModule } from '@app/mail';
import { CONFIG, NotificationListener, type Config } from '@app/platform';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountEntity } from './adapters/account.entity';
import { ApiKeyEntity } from './adapters/api-key.entity';
import { Argon2PasswordHasher, PepperedKeyHasher } from './adapters/hashers';
import { PanelSessionEntity } from './adapters/panel-session.entity';
import { OtpauthTimeCodes } from './adapters/otpauth-time.codes';
import { PostgresAccountsRepository } from './adapters/postgres-accounts.repository';
import { PostgresApiKeysRepository } from './adapters/postgres-api-keys.repository';
import { PostgresAuditLog } from './adapters/postgres-audit.log';
import { PostgresAuditReader } from './adapters/postgres-audit.reader';
import { PostgresCredentialsRepository } from './adapters/postgres-credentials.repository';
import { PostgresPanelSessionsRepository } from './adapters/postgres-panel-sessions.repository';
import { PostgresPasswordResetsRepository } from './adapters/postgres-password-resets.repository';
import { PostgresSecondFactorsRepository } from './adapters/postgres-second-factors.repository';
import { PostgresSignInAttempts } from './adapters/postgres-sign-in.attempts';
import { PostgresSignInDevices } from './adapters/postgres-sign-in.devices';
import { PostgresUserPasswords } from './adapters/postgres-user.passwords';
import { PostgresUserSessionsRepository } from './adapters/postgres-user-sessions.repository';
import { PostgresUsersRepository } from './adapters/postgres-users.repository';
import { ShippedCommonPasswords } from './adapters/shipped-common-passwords';
import { UserEntity } from './adapters/user.entity';
import { AccountDirectory } from './application/account-directory';
import { AccountNotices } from './application/account-notices';
import { AccountProvisioning } from './application/account-provisioning';
import { AccountUsers } from './application/account-users';
import { Accounts } from './application/accounts';
import { ApiKeys } from './application/api-keys';
import { CurrentPassword } from './application/current-password';
import { FactorCipher } from './application/factor-cipher';
import { Merchants } from './application/merchants';
import { KeyRights } from './application/key-rights';
import { KeyUsage } from './application/key-usage';
import { KnownBrowsers } from './application/known-browsers';
import { NewPasswords } from './application/new-passwords';
import { OwnPasswords } from './application/own-passwords';
import { PanelSessions } from './application/panel-sessions';
import { PanelUsers } from './application/panel-users';
import { SecondFactors } from './application/second-factors';
import { SessionConfirmation } from './application/session-confirmation';
import { SignInLock } from './application/sign-in-lock';
import { SignInRetention } from './application/sign-in-retention';
import { UserInvitations } from './application/user-invitations';
import { UserSessions } from './application/user-sessions';
import {
  AccountsRepository,
  ApiKeysRepository,
  AuditLog,
  AuditReader,
  CommonPasswords,
  CredentialsRepository,
  KeyHasher,
  PanelSessionsRepository,
  PasswordHasher,
  PasswordResetsRepository,
  SecondFactorsRepository,
  SignInAttempts,
  SignInDevices,
  TimeCodes,
  UserPasswords,
  UserSessionsRepository,
  UsersRepository,
} from './application/ports';

@Module({
  imports: [
    LedgerModule,
    MailModule,
    TypeOrmModule.forFeature([AccountEntity, ApiKeyEntity, PanelSessionEntity, UserEntity]),
  ],
  providers: [
    Accounts,
    AccountDirectory,
    AccountNotices,
    AccountProvisioning,
    AccountUsers,
    ApiKeys,
    CurrentPassword,
    FactorCipher,
    KeyRights,
    KeyUsage,
    KnownBrowsers,
    Merchants,
    NewPasswords,
    OwnPasswords,
    PanelSessions,
    PanelUsers,
    SecondFactors,
    SessionConfirmation,
    SignInLock,
    SignInRetention,
    UserInvitations,
    UserSessions,
    { provide: AccountsRepository, useClass: PostgresAccountsRepository },
    { provide: UsersRepository, useClass: PostgresUsersRepository },
    { provide: ApiKeysRepository, useClass: PostgresApiKeysRepository },
    { provide: CredentialsRepository, useClass: PostgresCredentialsRepository },
    { provide: PanelSessionsRepository, useClass: PostgresPanelSessionsRepository },
    { provide: UserSessionsRepository, useClass: PostgresUserSessionsRepository },
    { provide: PasswordResetsRepository, useClass: PostgresPasswordResetsRepository },
    { provide: UserPasswords, useClass: PostgresUserPasswords },
    { provide: SecondFactorsRepository, useClass: PostgresSecondFactorsRepository },
    { provide: SignInDevices, useClass: PostgresSignInDevices },
    { provide: SignInAttempts, useClass: PostgresSignInAttempts },
    { provide: AuditLog, useClass: PostgresAuditLog },
    { provide: AuditReader, useClass: PostgresAuditReader },
    { provide: CommonPasswords, useClass: ShippedCommonPasswords },
    { provide: PasswordHasher, useClass: Argon2PasswordHasher },
    {
      provide: TimeCodes,
      inject: [CONFIG, Clock],
      useFactory: ({ publicUrl }: Config, clock: Clock) => new OtpauthTimeCodes(new URL(publicUrl).host, clock),
    },
    {
      provide: KeyHasher,
      inject: [CONFIG],
      useFactory: (config: Config) => new PepperedKeyHasher(config.apiKeyPepper),
    },
  ],
  exports: [
    Accounts,
    AccountDirectory,
    AccountNotices,
    AccountProvisioning,
    AccountUsers,
    ApiKeys,
    AuditLog,
    AuditReader,
    KeyUsage,
    Merchants,
    OwnPasswords,
    PanelSessions,
    PanelUsers,
    SecondFactors,
    SessionConfirmation,
    SignInRetention,
    UserInvitations,
    UserSessions,
  ],
})
export class AccountsModule {
  constructor(listener: NotificationListener, directory: AccountDirectory, merchants: Merchants) {
    const forget = (accountId?: string) => {
      directory.forget(accountId);
      merchants.forget(accountId);
    };
    listener.on('account_changed', forget);
    // Notifications sent while the connection was down are lost, so nothing cached can be trusted.
    listener.onReconnect(() => forget());
  }
}
