export {
  Reconciliation,
  type ReconciledProvider,
  type ReconciliationGroup,
  type ReconciliationReport,
} from './application/reconciliation';
export { BooksProof, type BooksReport } from './application/books-proof';
export type { BooksCount, Violation } from './application/ports';
export { BooksModule } from './books.module';
export { parseSeal, sealToJson, type Seal, type SealJson, type WalletDigest } from './domain/seal';
