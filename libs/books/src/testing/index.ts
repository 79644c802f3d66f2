export { aLedgerProof, expectBooksBalanced, expectLedgerBalanced, ledgerViolationsOf, violationsOf } from './books';
export { DAYS_OF_POSTINGS } from '../adapters/day-rules';
