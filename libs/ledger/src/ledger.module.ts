import { UnitOfWork } from '@app/kernel';
import { Database } from '@app/platform';
import { Module } from '@nestjs/common';
import { ALL_RULES } from './adapters/all-rules';
import { PostgresBooksAuditor } from './adapters/postgres-books.auditor';
import { PostgresLedgerReader } from './adapters/postgres-ledger.reader';
import { PostgresLedgerStore } from './adapters/postgres-ledger.store';
import { PostgresWalletDigests } from './adapters/postgres-wallet.digests';
import { BooksProof } from './application/books-proof';
import { LedgerService } from './application/ledger.service';
import { MerchantWallets } from './application/merchant-wallets';
import { BooksAuditor, LedgerReader, LedgerStore, WalletDigests } from './application/ports';

/** Needs the `Database` and `UnitOfWork` that the platform module provides globally. */
@Module({
  providers: [
    LedgerService,
    MerchantWallets,
    BooksProof,
    { provide: LedgerStore, useClass: PostgresLedgerStore },
    { provide: LedgerReader, useClass: PostgresLedgerReader },
    { provide: WalletDigests, useClass: PostgresWalletDigests },
    {
      provide: BooksAuditor,
      useFactory: (db: Database, uow: UnitOfWork) => new PostgresBooksAuditor(db, uow, ALL_RULES),
      inject: [Database, UnitOfWork],
    },
  ],
  exports: [LedgerService, MerchantWallets, BooksProof],
})
export class LedgerModule {}
