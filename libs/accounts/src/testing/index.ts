export * from './factories';
export * from './harness';
export * from './in-memory-accounts.repository';
export * from './in-memory-audit-log';
