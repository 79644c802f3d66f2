export * from './factories';
export * from './given-merchants';
export * from './harness';
export * from './recorded-audit-log';
