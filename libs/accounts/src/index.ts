export { AccountsModule } from './accounts.module';
export { AccountDirectory, type KeyVerification } from './application/account-directory';
export { Accounts, type IssuedKey, type NewAccount, type NewPanelUser } from './application/accounts';
export { KeyUsage } from './application/key-usage';
export type { AccountChanges } from './application/ports';
export type { Account, VerificationStatus } from './domain/account';
export { allowsOrigin, grants, type ApiKey } from './domain/api-key';
export * from './domain/errors';
export { assertMayCollect, ownerOf } from './domain/policies';
