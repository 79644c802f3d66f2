import { Clock } from '@app/kernel';
import { LedgerModule } from '@app/ledger';
import { MailModule } from '@app/mail';
import { CONFIG, NotificationListener, type Config } from '@app/platform';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountEntity } from './accounts/adapters/account.entity';
import { ApiKeyEntity } from './keys/adapters/api-key.entity';
import { Argon2PasswordHasher, PepperedTokenHasher } from './users/adapters/hashers';
import { PanelSessionEntity } from './sign-in/adapters/panel-session.entity';
import { OtpauthTimeCodes } from './sign-in/adapters/otpauth-time.codes';
import { PostgresAccountsRepository } from './accounts/adapters/postgres-accounts.repository';
import { PostgresApiKeysRepository } from './keys/adapters/postgres-api-keys.repository';
import { PostgresAuditLog } from './audit/adapters/postgres-audit.log';
import { PostgresAuditReader } from './audit/adapters/postgres-audit.reader';
import { PostgresApiKeyCredentialsRepository } from './keys/adapters/postgres-api-key-credentials.repository';
import { PostgresSessionsRepository } from './sign-in/adapters/postgres-sessions.repository';
import { PostgresPasswordResetsRepository } from './users/adapters/postgres-password-resets.repository';
import { PostgresSecondFactorsRepository } from './sign-in/adapters/postgres-second-factors.repository';
import { PostgresSignInAttempts } from './sign-in/adapters/postgres-sign-in.attempts';
import { PostgresSignInDevices } from './sign-in/adapters/postgres-sign-in.devices';
import { PostgresPasswordStore } from './users/adapters/postgres-password.store';
import { PostgresSessionListRepository } from './sign-in/adapters/postgres-session-list.repository';
import { PostgresUsersRepository } from './users/adapters/postgres-users.repository';
import { ShippedCommonPasswords } from './users/adapters/shipped-common-passwords';
import { UserEntity } from './users/adapters/user.entity';
import { ApiKeyVerifier } from './keys/application/api-key-verifier';
import { SensitiveChanges } from './users/application/sensitive-changes';
import { NewUsers } from './users/application/new-users';
import { PasswordLinks } from './users/application/password-links';
import { PasswordReset } from './users/application/password-reset';
import { ApiKeyIssuer } from './keys/application/api-key-issuer';
import { ApiKeyCreation } from './keys/application/api-key-creation';
import { CredentialCheck } from './sign-in/application/credential-check';
import { FactorCodes } from './sign-in/application/factor-codes';
import { PanelSessions } from './sign-in/application/panel-sessions';
import { SignInFailures } from './sign-in/application/sign-in-failures';
import { SignInRecovery } from './sign-in/application/sign-in-recovery';
import { AccountProvisioning } from './accounts/application/account-provisioning';
import { UserAdmin } from './users/application/user-admin';
import { Accounts } from './accounts/application/accounts';
import { ApiKeys } from './keys/application/api-keys';
import { FactorCipher } from './sign-in/application/factor-cipher';
import { Merchants } from './accounts/application/merchants';
import { ApiKeyRights } from './keys/application/api-key-rights';
import { ApiKeyUsage } from './keys/application/api-key-usage';
import { KnownBrowsers } from './sign-in/application/known-browsers';
import { PasswordRules } from './users/application/password-rules';
import { PasswordChange } from './users/application/password-change';
import { SignIn } from './sign-in/application/sign-in';
import { StaffUserAdmin } from './users/application/staff-user-admin';
import { SecondFactors } from './sign-in/application/second-factors';
import { SessionConfirmation } from './sign-in/application/session-confirmation';
import { SignInLock } from './sign-in/application/sign-in-lock';
import { SignInRetention } from './sign-in/application/sign-in-retention';
import { UserInvitations } from './users/application/user-invitations';
import { SessionList } from './sign-in/application/session-list';
import { AccountsRepository } from './accounts/application/ports';
import { ApiKeysRepository, ApiKeyCredentialsRepository, TokenHasher } from './keys/application/ports';
import { AuditLog, AuditReader } from './audit/application/ports';
import {
  CommonPasswords,
  PasswordHasher,
  PasswordResetsRepository,
  PasswordStore,
  UsersRepository,
} from './users/application/ports';
import {
  SessionsRepository,
  SecondFactorsRepository,
  SignInAttempts,
  SignInDevices,
  TimeCodes,
  SessionListRepository,
} from './sign-in/application/ports';

@Module({
  imports: [
    LedgerModule,
    MailModule,
    TypeOrmModule.forFeature([AccountEntity, ApiKeyEntity, PanelSessionEntity, UserEntity]),
  ],
  providers: [
    Accounts,
    ApiKeyVerifier,
    SensitiveChanges,
    AccountProvisioning,
    UserAdmin,
    ApiKeys,
    ApiKeyCreation,
    ApiKeyIssuer,
    CredentialCheck,
    FactorCodes,
    NewUsers,
    PanelSessions,
    PasswordLinks,
    PasswordReset,
    SignInFailures,
    SignInRecovery,
    FactorCipher,
    ApiKeyRights,
    ApiKeyUsage,
    KnownBrowsers,
    Merchants,
    PasswordRules,
    PasswordChange,
    SignIn,
    StaffUserAdmin,
    SecondFactors,
    SessionConfirmation,
    SignInLock,
    SignInRetention,
    UserInvitations,
    SessionList,
    { provide: AccountsRepository, useClass: PostgresAccountsRepository },
    { provide: UsersRepository, useClass: PostgresUsersRepository },
    { provide: ApiKeysRepository, useClass: PostgresApiKeysRepository },
    { provide: ApiKeyCredentialsRepository, useClass: PostgresApiKeyCredentialsRepository },
    { provide: SessionsRepository, useClass: PostgresSessionsRepository },
    { provide: SessionListRepository, useClass: PostgresSessionListRepository },
    { provide: PasswordResetsRepository, useClass: PostgresPasswordResetsRepository },
    { provide: PasswordStore, useClass: PostgresPasswordStore },
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
      provide: TokenHasher,
      inject: [CONFIG],
      useFactory: (config: Config) => new PepperedTokenHasher(config.apiKeyPepper),
    },
  ],
  exports: [
    Accounts,
    ApiKeyVerifier,
    SensitiveChanges,
    ApiKeyCreation,
    ApiKeyIssuer,
    PanelSessions,
    PasswordReset,
    SignInRecovery,
    AccountProvisioning,
    UserAdmin,
    ApiKeys,
    AuditLog,
    AuditReader,
    ApiKeyUsage,
    Merchants,
    PasswordChange,
    SignIn,
    StaffUserAdmin,
    SecondFactors,
    SessionConfirmation,
    SignInRetention,
    UserInvitations,
    SessionList,
  ],
})
export class AccountsModule {
  constructor(listener: NotificationListener, directory: ApiKeyVerifier, merchants: Merchants) {
    const forget = (accountId?: string) => {
      directory.forget(accountId);
      merchants.forget(accountId);
    };
    listener.on('account_changed', forget);
    // Notifications sent while the connection was down are lost, so nothing cached can be trusted.
    listener.onReconnect(() => forget());
  }
}
