import { CardPlatform, CollectionRail, ReceivingAccounts } from '@app/payment-links';
import { CONFIG, type Config } from '@app/platform';
import { NotificationSources, RailsModule } from '@app/rails';
import { Global, Module } from '@nestjs/common';
import { SandboxCardPlatform } from './sandbox-card.platform';
import { SandboxCollectionRail } from './sandbox-collection.rail';
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
  ],
  exports: [CollectionRail, CardPlatform, ReceivingAccounts, SandboxCollectionRail, SandboxCardPlatform],
})
export class SandboxModule {
  constructor(sources: NotificationSources, rail: SandboxCollectionRail, cards: SandboxCardPlatform) {
    sources.register(rail);
    sources.register(cards);
  }
}
