import { UnitOfWork } from '@app/kernel';
import { Database } from '@app/platform';
import { RailsModule } from '@app/rails';
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
import { SettlementLineCases } from './application/settlement-line-cases';

/** Needs the `Database` and `UnitOfWork` that the platform module provides globally. */
@Module({
  imports: [RailsModule],
  providers: [
    BooksProof,
    ContinuousProof,
    Reconciliation,
    SettlementLineCases,
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
