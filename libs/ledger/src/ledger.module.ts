import { Module } from '@nestjs/common';
import { PostgresBooksAuditor } from './adapters/postgres-books.auditor';
import { PostgresLedgerReader } from './adapters/postgres-ledger.reader';
import { PostgresLedgerStore } from './adapters/postgres-ledger.store';
import { BooksProof } from './application/books-proof';
import { LedgerService } from './application/ledger.service';
import { BooksAuditor, LedgerReader, LedgerStore } from './application/ports';

/** Needs the `Database` and `UnitOfWork` that the platform module provides globally. */
@Module({
  providers: [
    LedgerService,
    BooksProof,
    { provide: LedgerStore, useClass: PostgresLedgerStore },
    { provide: LedgerReader, useClass: PostgresLedgerReader },
    { provide: BooksAuditor, useClass: PostgresBooksAuditor },
  ],
  exports: [LedgerService, BooksProof],
})
export class LedgerModule {}
