export {
  Reconciliation,
  type ReconciledProvider,
  type ReconciliationGroup,
  type ReconciliationReport,
} from './application/reconciliation';
export { BooksProof, type BooksReport } from './application/books-proof';
export { ContinuousProof } from './application/continuous-proof';
export type { BooksCount, ProofStatus, Violation } from './application/ports';
export { BooksModule } from './books.module';
export { parseSeal, sealToJson, type Seal, type SealJson, type WalletDigest } from './domain/seal';
