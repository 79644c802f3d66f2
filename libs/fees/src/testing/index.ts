export * from './factories';
export * from './given-fee-schedules';
