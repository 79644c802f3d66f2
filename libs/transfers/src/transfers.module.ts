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
    { provide: PayoutsRepository, useClass: PostgresPayoutsRepository },
  ],
  exports: [Payouts, OutflowQuotes, PayoutDesk, PayoutHandOver, PayoutsRepository],
})
export class TransfersModule {
  constructor(handlers: NotificationHandlers, settlement: PayoutSettlement) {
    handlers.register(settlement);
  }
}
