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
      useFactory: ({ secretsKey }: Config) => new SandboxCollectionRail(SandboxCollectionRail.secretFrom(secretsKey)),
    },
    { provide: CollectionRail, useExisting: SandboxCollectionRail },
    {
      provide: SandboxCardPlatform,
      inject: [CONFIG],
      useFactory: ({ secretsKey, environment }: Config) =>
        new SandboxCardPlatform(SandboxCardPlatform.secretFrom(secretsKey), environment === 'sandbox'),
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
      useFactory: ({ secretsKey, environment, sandboxPayoutDelayMs }: Config, ledger: SandboxPayoutLedger) =>
        new SandboxPayoutRail(
          SandboxPayoutRail.secretFrom(secretsKey),
          ledger,
          environment === 'sandbox' ? sandboxPayoutDelayMs : null,
        ),
    },
    { provide: PayoutRail, useExisting: SandboxPayoutRail },
    SandboxPayouts,
    {
      provide: SandboxDeposits,
      inject: [CONFIG],
      useFactory: ({ secretsKey }: Config) => new SandboxDeposits(SandboxDeposits.secretFrom(secretsKey)),
    },
  ],
  exports: [
    ...[CollectionRail, CardPlatform, ReceivingAccounts, PayoutRail],
    ...[SandboxCollectionRail, SandboxCardPlatform, SandboxPayoutRail, SandboxPayouts, SandboxDeposits],
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
