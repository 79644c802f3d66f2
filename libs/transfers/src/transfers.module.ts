import { AccountsModule } from '@app/accounts';
import { RatesModule } from '@app/rates';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BankAccountEntity } from './beneficiaries/adapters/bank-account.entity';
import { BeneficiaryEntity } from './beneficiaries/adapters/beneficiary.entity';
import { PostgresBankAccountsRepository } from './beneficiaries/adapters/postgres-bank-accounts.repository';
import { PostgresBeneficiariesRepository } from './beneficiaries/adapters/postgres-beneficiaries.repository';
import { BankAccounts } from './beneficiaries/application/bank-accounts';
import { BankCipher } from './beneficiaries/application/bank-cipher';
import { Beneficiaries } from './beneficiaries/application/beneficiaries';
import { BankAccountsRepository, BeneficiariesRepository } from './beneficiaries/application/ports';
import { PayoutRouteEntity } from './routes/adapters/payout-route.entity';
import { PostgresRoutesRepository } from './routes/adapters/postgres-routes.repository';
import { RoutesRepository } from './routes/application/ports';
import { Routes } from './routes/application/routes';
import { TransferMinimums } from './routes/application/transfer-minimums';
import { PostgresTermsRepository } from './terms/adapters/postgres-terms.repository';
import { TermsAcceptanceEntity } from './terms/adapters/terms-acceptance.entity';
import { TermsRepository } from './terms/application/ports';
import { TransferTerms } from './terms/application/transfer-terms';

@Module({
  imports: [
    AccountsModule,
    RatesModule,
    TypeOrmModule.forFeature([BankAccountEntity, BeneficiaryEntity, PayoutRouteEntity, TermsAcceptanceEntity]),
  ],
  providers: [
    Beneficiaries,
    BankAccounts,
    BankCipher,
    Routes,
    TransferMinimums,
    TransferTerms,
    { provide: BeneficiariesRepository, useClass: PostgresBeneficiariesRepository },
    { provide: BankAccountsRepository, useClass: PostgresBankAccountsRepository },
    { provide: RoutesRepository, useClass: PostgresRoutesRepository },
    { provide: TermsRepository, useClass: PostgresTermsRepository },
  ],
  exports: [Beneficiaries, BankAccounts, Routes, TransferMinimums, TransferTerms],
})
export class TransfersModule {}
