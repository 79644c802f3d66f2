export { expectBooksBalanced, expectLedgerBalanced, violationsOf } from './books';
export * from './factories';
export { DAYS_OF_POSTINGS } from '../adapters/day-rules';
export * from './harness';
export { letDaysPass } from './passing-days';
export { ledgerContract } from './ledger.contract';
