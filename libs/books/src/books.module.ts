import { UnitOfWork } from '@app/kernel';
import { Database } from '@app/platform';
import { Module } from '@nestjs/common';
import { ALL_RULES } from './adapters/all-rules';
import { PostgresBooksAuditor } from './adapters/postgres-books.auditor';
import { PostgresProofRecords } from './adapters/postgres-proof.records';
import { PostgresReconciliationReader } from './adapters/postgres-reconciliation.reader';
import { PostgresWalletDigests } from './adapters/postgres-wallet.digests';
import { BooksProof } from './application/books-proof';
import { ContinuousProof } from './application/continuous-proof';
import { BooksAuditor, ProofRecords, ReconciliationReader, WalletDigests } from './application/ports';
import { Reconciliation } from './application/reconciliation';

/** Needs the `Database` and `UnitOfWork` that the platform module provides globally. */
@Module({
  providers: [
    BooksProof,
    ContinuousProof,
    Reconciliation,
    { provide: ProofRecords, useClass: PostgresProofRecords },
    { provide: ReconciliationReader, useClass: PostgresReconciliationReader },
    { provide: WalletDigests, useClass: PostgresWalletDigests },
    {
      provide: BooksAuditor,
      useFactory: (db: Database, uow: UnitOfWork) => new PostgresBooksAuditor(db, uow, ALL_RULES),
      inject: [Database, UnitOfWork],
    },
  ],
  exports: [BooksProof, ContinuousProof, Reconciliation],
})
export class BooksModule {}
