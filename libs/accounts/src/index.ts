export { AccountsModule } from './accounts.module';
export { accountExists } from './accounts/adapters/account-exists';
export { ENCRYPTED_SECOND_FACTORS } from './sign-in/adapters/encrypted-factors';
export { ApiKeyVerifier, type KeyVerification } from './keys/application/api-key-verifier';
export { Merchants } from './accounts/application/merchants';
export { SensitiveChanges } from './users/application/sensitive-changes';
export { AccountProvisioning } from './accounts/application/account-provisioning';
export { Accounts } from './accounts/application/accounts';
export { UserAdmin } from './users/application/user-admin';
export { ApiKeyCreation } from './keys/application/api-key-creation';
export { ApiKeyIssuer, type CreatedKey, type NewKey } from './keys/application/api-key-issuer';
export { ApiKeys } from './keys/application/api-keys';
export { ApiKeyUsage } from './keys/application/api-key-usage';
export { PasswordChange } from './users/application/password-change';
export { PasswordReset } from './users/application/password-reset';
export { PanelSessions, type SignedIn } from './sign-in/application/panel-sessions';
export { SignIn } from './sign-in/application/sign-in';
export { SignInRecovery } from './sign-in/application/sign-in-recovery';
export type { CreatedUser } from './users/application/new-users';
export { StaffUserAdmin } from './users/application/staff-user-admin';
export { SecondFactors, type FactorSetUp } from './sign-in/application/second-factors';
export { SessionConfirmation } from './sign-in/application/session-confirmation';
export { SignInRetention } from './sign-in/application/sign-in-retention';
export { UserInvitations } from './users/application/user-invitations';
export { SessionList } from './sign-in/application/session-list';
export { AuditLog, AuditReader } from './audit/application/ports';
export {
  ACCOUNT_LANGUAGES,
  ACCOUNT_STATUSES,
  accountToJson,
  type Account,
  type AccountChanges,
  type AccountLanguage,
  type VerificationStatus,
} from './accounts/domain/account';
export { allowsOrigin, grants, visiblePrefix, type ApiKey } from './keys/domain/api-key';
export { ACTOR_TYPES, type Actor, type AuditEntry, type AuditRecord } from './audit/domain/audit';
export { PermissionDeniedError } from './users/domain/errors';
export { IncompleteApiKeyError, UserNotFoundError } from './keys/domain/errors';
export { UnauthenticatedError, ConfirmationRequiredError, CrossOriginError } from './sign-in/domain/errors';
export {
  DEFAULT_RATE_LIMIT,
  KEY_PERMISSIONS,
  MAX_RATE_LIMIT,
  normalizedOrigin,
  type KeyChanges,
  type KeyOwner,
  type KeySettings,
  type ManagedKey,
} from './keys/domain/key-settings';
export {
  MAX_PASSWORD,
  MIN_PASSWORD,
  PANEL_PERMISSIONS,
  parsePanelPermissions,
  type ManagedUser,
  type PanelPermission,
  type PanelUser,
  type UserChanges,
} from './users/domain/panel-user';
export { DEVICE_SECONDS } from './sign-in/domain/sign-in';
export type { Caller, ListedSession, PanelSession, SessionKind } from './sign-in/domain/sign-in';
export { assertMayMoveMoney, assertMayIssueKeys, assertNotPaused } from './accounts/domain/policies';
