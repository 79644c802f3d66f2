export { expectBooksBalanced, expectLedgerBalanced, violationsOf } from './books';
export * from './factories';
export * from './harness';
export { ledgerContract } from './ledger.contract';
