export {
  aLedgerProof,
  auditIn,
  expectBooksBalanced,
  expectLedgerBalanced,
  ledgerViolationsOf,
  positionOfNothing,
  violationsOf,
} from './books';
export { DAYS_OF_POSTINGS } from '../adapters/day-rules';
