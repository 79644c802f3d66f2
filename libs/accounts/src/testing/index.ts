export { anAccount, anApiKey, aCaller, givenAccount, givenUser, givenKey } from './factories';
export { GivenMerchants } from './given-merchants';
export { PASSWORD, PUBLIC_URL, postgresAccounts } from './harness';
export { RecordedAuditLog } from './recorded-audit-log';
