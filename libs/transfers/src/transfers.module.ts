import { AccountsModule } from '@app/accounts';
import { FeesModule } from '@app/fees';
import { LedgerModule } from '@app/ledger';
import { MailModule } from '@app/mail';
import { CONFIG, type Config } from '@app/platform';
import { Cases, FactHandlers, RailsModule } from '@app/rails';
import { RatesModule } from '@app/rates';
import { WebhooksModule } from '@app/webhooks';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BankAccountEntity } from './beneficiaries/adapters/bank-account.entity';
import { BeneficiaryEntity } from './beneficiaries/adapters/beneficiary.entity';
import { PostgresBankAccountsRepository } from './beneficiaries/adapters/postgres-bank-accounts.repository';
import { PostgresBeneficiariesRepository } from './beneficiaries/adapters/postgres-beneficiaries.repository';
import { BankAccountLog } from './beneficiaries/application/bank-account-log';
import { BankAccounts } from './beneficiaries/application/bank-accounts';
import { BankCipher } from './beneficiaries/application/bank-cipher';
import { Beneficiaries } from './beneficiaries/application/beneficiaries';
import { BankAccountsRepository, BeneficiariesRepository } from './beneficiaries/application/ports';
import { PostgresPayoutQueue } from './payouts/adapters/postgres-payout.queue';
import { PostgresStaffPayouts } from './payouts/adapters/postgres-staff.payouts';
import { PostgresPayoutsReader } from './payouts/adapters/postgres-payouts.reader';
import { PostgresPayoutsRepository } from './payouts/adapters/postgres-payouts.repository';
import { AccountFees } from './payouts/application/account-fees';
import { OutflowQuotes } from './payouts/application/outflow-quotes';
import { PayoutBookings } from './payouts/application/payout-bookings';
import { PayoutPlacement } from './payouts/application/payout-placement';
import { PayoutPostings } from './payouts/application/payout-postings';
import { PayoutAdmin } from './payouts/application/payout-admin';
import { PayoutHandOver, PayoutWork } from './payouts/application/payout-hand-over';
import { PayoutRails } from './payouts/application/payout-rails';
import { PayoutSettlement } from './payouts/application/payout-settlement';
import { Payouts } from './payouts/application/payouts';
import {
  PayableBankAccounts,
  PayoutQueue,
  PayoutRoutes,
  PayoutsReader,
  PayoutsRepository,
  StaffPayouts,
} from './payouts/application/ports';
import { PayoutRouteEntity } from './routes/adapters/payout-route.entity';
import { PostgresRoutesRepository } from './routes/adapters/postgres-routes.repository';
import { RoutesRepository } from './routes/application/ports';
import { Routes } from './routes/application/routes';
import { TransferMinimums } from './routes/application/transfer-minimums';
import { payoutMinimum, transferMinimum } from './routes/domain/minimum';
import { PostgresTermsRepository } from './terms/adapters/postgres-terms.repository';
import { TermsAcceptanceEntity } from './terms/adapters/terms-acceptance.entity';
import { TermsRepository } from './terms/application/ports';
import { TransferTerms } from './terms/application/transfer-terms';
import { HmacTransferCodes } from './verifications/adapters/hmac-transfer-codes';
import { PostgresWrongCodes } from './verifications/adapters/postgres-wrong.codes';
import { PostgresVerificationsRepository } from './verifications/adapters/postgres-verifications.repository';
import {
  AcceptedTerms,
  PayableBeneficiaries,
  TransferCodes,
  VerificationsRepository,
  WrongCodes,
} from './verifications/application/ports';
import { TransferChecks } from './verifications/application/transfer-checks';
import { Transfers } from './verifications/application/transfers';
import { Verifications } from './verifications/application/verifications';

const REPOSITORIES = [
  { provide: BankAccountsRepository, useClass: PostgresBankAccountsRepository },
  { provide: BeneficiariesRepository, useClass: PostgresBeneficiariesRepository },
  { provide: PayoutsRepository, useClass: PostgresPayoutsRepository },
  { provide: PayoutQueue, useClass: PostgresPayoutQueue },
  { provide: PayoutsReader, useClass: PostgresPayoutsReader },
  { provide: StaffPayouts, useClass: PostgresStaffPayouts },
  { provide: RoutesRepository, useClass: PostgresRoutesRepository },
  { provide: TermsRepository, useClass: PostgresTermsRepository },
  { provide: VerificationsRepository, useClass: PostgresVerificationsRepository },
  { provide: WrongCodes, useClass: PostgresWrongCodes },
  { provide: TransferCodes, useClass: HmacTransferCodes },
];

/** The narrow views that outflows have of the other features. */
const VIEWS = [
  {
    provide: PayableBankAccounts,
    inject: [BankAccounts],
    useFactory: (accounts: BankAccounts): PayableBankAccounts => ({
      findPayable: (accountId, id) => accounts.findPayableBankAccount(accountId, id),
    }),
  },
  {
    provide: PayableBeneficiaries,
    inject: [Beneficiaries],
    useFactory: (beneficiaries: Beneficiaries): PayableBeneficiaries => ({
      findPayable: (accountId, id) => beneficiaries.findPayableBeneficiary(accountId, id),
    }),
  },
  {
    provide: PayoutRoutes,
    inject: [Routes, CONFIG],
    useFactory: (routes: Routes, { transferMinimumUsd }: Config): PayoutRoutes => ({
      find: (origin, country, currency) => routes.find(origin, country, currency),
      minimumOf: (type, route) =>
        type === 'payout' ? payoutMinimum(route) : transferMinimum(transferMinimumUsd, route),
    }),
  },
  { provide: AcceptedTerms, useExisting: TransferTerms },
];

/** The providers that pay out are those that `ProvidersModule` registers. */
@Module({
  imports: [
    AccountsModule,
    FeesModule,
    LedgerModule,
    MailModule,
    RailsModule,
    RatesModule,
    WebhooksModule,
    TypeOrmModule.forFeature([BankAccountEntity, BeneficiaryEntity, PayoutRouteEntity, TermsAcceptanceEntity]),
  ],
  providers: [
    ...REPOSITORIES,
    ...VIEWS,
    BankAccountLog,
    BankAccounts,
    BankCipher,
    Beneficiaries,
    Routes,
    TransferMinimums,
    TransferTerms,
    AccountFees,
    OutflowQuotes,
    PayoutPlacement,
    PayoutPostings,
    PayoutBookings,
    PayoutAdmin,
    PayoutHandOver,
    PayoutWork,
    PayoutRails,
    PayoutSettlement,
    Payouts,
    TransferChecks,
    Transfers,
    Verifications,
  ],
  exports: [
    BankAccounts,
    Beneficiaries,
    Routes,
    TransferMinimums,
    TransferTerms,
    AccountFees,
    PayoutAdmin,
    PayoutHandOver,
    Payouts,
    Transfers,
  ],
})
export class TransfersModule {
  constructor(
    handlers: FactHandlers,
    settlement: PayoutSettlement,
    cases: Cases,
    admin: PayoutAdmin,
    bookings: PayoutBookings,
  ) {
    handlers.register(settlement);
    cases.addSource(admin.stuckCases());
    cases.addBookings(bookings);
  }
}
