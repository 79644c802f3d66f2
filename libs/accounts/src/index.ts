export { AccountsModule } from './accounts.module';
export { accountExists } from './adapters/account-exists';
export { SEALED_SECOND_FACTORS } from './adapters/sealed-factors';
export { AccountDirectory, type KeyVerification } from './application/account-directory';
export { Merchants } from './application/merchants';
export { AccountNotices } from './application/account-notices';
export { AccountProvisioning } from './application/account-provisioning';
export { Accounts } from './application/accounts';
export { AccountUsers } from './application/account-users';
export { ApiKeys, type CreatedKey, type NewKey } from './application/api-keys';
export { KeyUsage } from './application/key-usage';
export { OwnPasswords } from './application/own-passwords';
export { PanelSessions, type SignedIn } from './application/panel-sessions';
export { PanelUsers, type CreatedUser } from './application/panel-users';
export { SecondFactors, type FactorSetUp } from './application/second-factors';
export { SessionConfirmation } from './application/session-confirmation';
export { SignInRetention } from './application/sign-in-retention';
export { UserInvitations } from './application/user-invitations';
export { UserSessions } from './application/user-sessions';
export { AuditLog, AuditReader } from './application/ports';
export {
  ACCOUNT_LANGUAGES,
  ACCOUNT_STATUSES,
  accountToJson,
  type Account,
  type AccountChanges,
  type AccountLanguage,
  type VerificationStatus,
} from './domain/account';
export { allowsOrigin, grants, visiblePrefix, type ApiKey } from './domain/api-key';
export type { Actor, AuditEntry, AuditRecord } from './domain/audit';
export * from './domain/errors';
export {
  DEFAULT_RATE_LIMIT,
  KEY_PERMISSIONS,
  MAX_RATE_LIMIT,
  normalizedOrigin,
  type KeyChanges,
  type KeyOwner,
  type KeySettings,
  type ManagedKey,
} from './domain/key-settings';
export {
  MAX_PASSWORD,
  MIN_PASSWORD,
  PANEL_PERMISSIONS,
  parsePanelPermissions,
  type ManagedUser,
  type PanelPermission,
  type PanelUser,
  type UserChanges,
} from './domain/panel-user';
export { DEVICE_SECONDS } from './domain/sign-in';
export type { Caller, ListedSession, PanelSession, SessionKind } from './domain/sign-in';
export { assertMayMoveMoney, assertMayIssueKeys } from './domain/policies';
