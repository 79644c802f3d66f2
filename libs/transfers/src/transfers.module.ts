import { AccountsModule } from '@app/accounts';
import { FeesModule } from '@app/fees';
import { LedgerModule } from '@app/ledger';
import { MailModule } from '@app/mail';
import { NotificationHandlers, RailsModule } from '@app/rails';
import { RatesModule } from '@app/rates';
import { WebhooksModule } from '@app/webhooks';
import { Module } from '@nestjs/common';
import { PostgresPayoutsRepository } from './payouts/adapters/postgres-payouts.repository';
import { OutflowQuotes } from './payouts/application/outflow-quotes';
import { PayoutBooks } from './payouts/application/payout-books';
import { PayoutDesk } from './payouts/application/payout-desk';
import { PayoutHandOver } from './payouts/application/payout-hand-over';
import { PayoutSettlement } from './payouts/application/payout-settlement';
import { Payouts } from './payouts/application/payouts';
import { PayoutsRepository } from './payouts/application/ports';
import { HmacTransferCodes } from './verifications/adapters/hmac-transfer-codes';
import { PostgresVerificationsRepository } from './verifications/adapters/postgres-verifications.repository';
import { TransferCodes, VerificationsRepository } from './verifications/application/ports';
import { TransferChecks } from './verifications/application/transfer-checks';
import { Transfers } from './verifications/application/transfers';

/** Needs a provider of `PayoutRail`, such as `SandboxModule`. */
@Module({
  imports: [AccountsModule, FeesModule, LedgerModule, MailModule, RailsModule, RatesModule, WebhooksModule],
  providers: [
    Payouts,
    OutflowQuotes,
    PayoutBooks,
    PayoutDesk,
    PayoutHandOver,
    PayoutSettlement,
    Transfers,
    TransferChecks,
    { provide: PayoutsRepository, useClass: PostgresPayoutsRepository },
    { provide: TransferCodes, useClass: HmacTransferCodes },
    { provide: VerificationsRepository, useClass: PostgresVerificationsRepository },
  ],
  exports: [Payouts, OutflowQuotes, PayoutDesk, PayoutHandOver, PayoutsRepository, Transfers],
})
export class TransfersModule {
  constructor(handlers: NotificationHandlers, settlement: PayoutSettlement) {
    handlers.register(settlement);
  }
}
