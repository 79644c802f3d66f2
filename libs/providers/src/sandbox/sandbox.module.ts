import { CardPlatform, CollectionRail, ReceivingAccounts } from '@app/payment-links';
import { CONFIG, type Config } from '@app/platform';
import { NotificationSources, RailsModule } from '@app/rails';
import { PayoutRail } from '@app/transfers';
import { Global, Module } from '@nestjs/common';
import { SandboxCardPlatform } from './sandbox-card.platform';
import { SandboxCollectionRail } from './sandbox-collection.rail';
import { SandboxDeposits } from './sandbox-deposits';
import { SandboxPayoutLedger } from './sandbox-payout.ledger';
import { SandboxPayoutRail } from './sandbox-payout.rail';
import { SandboxPayouts } from './sandbox-payouts';
import { SandboxReceivingAccounts } from './sandbox-receiving.accounts';

/** The sandbox as the provider of every rail port. Global, because the libraries that need the ports cannot import it. */
@Global()
@Module({
  imports: [RailsModule],
  providers: [
    {
      provide: SandboxCollectionRail,
      inject: [CONFIG],
      useFactory: (config: Config) => new SandboxCollectionRail(SandboxCollectionRail.secretsFrom(config)),
    },
    { provide: CollectionRail, useExisting: SandboxCollectionRail },
    {
      provide: SandboxCardPlatform,
      inject: [CONFIG],
      useFactory: (config: Config) =>
        new SandboxCardPlatform(SandboxCardPlatform.secretsFrom(config), config.environment === 'sandbox'),
    },
    { provide: CardPlatform, useExisting: SandboxCardPlatform },
    {
      provide: ReceivingAccounts,
      inject: [CONFIG],
      useFactory: ({ environment }: Config) => new SandboxReceivingAccounts(environment === 'sandbox'),
    },
    SandboxPayoutLedger,
    {
      provide: SandboxPayoutRail,
      inject: [CONFIG, SandboxPayoutLedger],
      useFactory: (config: Config, ledger: SandboxPayoutLedger) =>
        new SandboxPayoutRail(
          SandboxPayoutRail.secretsFrom(config),
          ledger,
          config.environment === 'sandbox' ? config.sandboxPayoutDelayMs : null,
        ),
    },
    { provide: PayoutRail, useExisting: SandboxPayoutRail },
    SandboxPayouts,
    {
      provide: SandboxDeposits,
      inject: [CONFIG],
      useFactory: (config: Config) => new SandboxDeposits(SandboxDeposits.secretsFrom(config)),
    },
  ],
  exports: [
    CollectionRail,
    CardPlatform,
    ReceivingAccounts,
    PayoutRail,
    SandboxCollectionRail,
    SandboxCardPlatform,
    SandboxPayoutRail,
    SandboxPayouts,
    SandboxDeposits,
  ],
})
export class SandboxModule {
  constructor(
    sources: NotificationSources,
    rail: SandboxCollectionRail,
    cards: SandboxCardPlatform,
    payouts: SandboxPayoutRail,
    deposits: SandboxDeposits,
  ) {
    for (const source of [rail, cards, payouts, deposits]) sources.register(source);
  }
}
