export * from './factories';
export * from './harness';
export { letDaysPass } from './passing-days';
export { ledgerContract } from './ledger.contract';
