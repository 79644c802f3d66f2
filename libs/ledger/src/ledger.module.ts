import { Module } from '@nestjs/common';
import { PostgresLedgerReader } from './adapters/postgres-ledger.reader';
import { PostgresLedgerStore } from './adapters/postgres-ledger.store';
import { LedgerService } from './application/ledger.service';
import { MerchantWallets } from './application/merchant-wallets';
import { LedgerReader, LedgerStore } from './application/ports';

/** Needs the `Database` that the platform module provides globally. */
@Module({
  providers: [
    LedgerService,
    MerchantWallets,
    { provide: LedgerStore, useClass: PostgresLedgerStore },
    { provide: LedgerReader, useClass: PostgresLedgerReader },
  ],
  exports: [LedgerService, MerchantWallets],
})
export class LedgerModule {}
