import { FeesModule } from '@app/fees';
import { LedgerModule } from '@app/ledger';
import { MailModule } from '@app/mail';
import { CONFIG, NotificationListener, type Config } from '@app/platform';
import { RatesModule } from '@app/rates';
import { WebhooksModule } from '@app/webhooks';
import { Module } from '@nestjs/common';
import { PostgresCheckoutOrdersRepository } from './adapters/postgres-checkout-orders.repository';
import { PostgresNotificationsRepository } from './adapters/postgres-notifications.repository';
import { PostgresPaymentLinksRepository } from './adapters/postgres-payment-links.repository';
import { PostgresReceivedPaymentsRepository } from './adapters/postgres-received-payments.repository';
import { SandboxCardPlatform } from './adapters/sandbox-card.platform';
import { SandboxCollectionRail } from './adapters/sandbox-collection.rail';
import { CardPaymentLinks } from './application/card-payment-links';
import { Checkout } from './application/checkout';
import { CollectionPricing } from './application/collection-pricing';
import { CollectionProfiles } from './application/collection-profiles';
import { Deadlines } from './application/deadlines';
import { NotificationSources } from './application/notification-sources';
import { PaymentLinks } from './application/payment-links';
import { PaymentMethods } from './application/payment-methods';
import {
  CardPlatform,
  CheckoutOrdersRepository,
  CollectionRail,
  NotificationsRepository,
  PaymentLinksRepository,
  ReceivedPaymentsRepository,
  type NotificationSource,
} from './application/ports';
import { Settlement } from './application/settlement';

@Module({
  imports: [FeesModule, LedgerModule, MailModule, RatesModule, WebhooksModule],
  providers: [
    PaymentLinks,
    CardPaymentLinks,
    PaymentMethods,
    Checkout,
    Settlement,
    Deadlines,
    CollectionPricing,
    CollectionProfiles,
    { provide: PaymentLinksRepository, useClass: PostgresPaymentLinksRepository },
    { provide: CheckoutOrdersRepository, useClass: PostgresCheckoutOrdersRepository },
    { provide: NotificationsRepository, useClass: PostgresNotificationsRepository },
    { provide: ReceivedPaymentsRepository, useClass: PostgresReceivedPaymentsRepository },
    {
      provide: SandboxCollectionRail,
      inject: [CONFIG],
      useFactory: (config: Config) => new SandboxCollectionRail(SandboxCollectionRail.secretFrom(config.secretsKey)),
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
      provide: NotificationSources,
      inject: [SandboxCollectionRail, SandboxCardPlatform],
      useFactory: (...sources: NotificationSource[]) => new NotificationSources(sources),
    },
  ],
  exports: [
    PaymentLinks,
    CardPaymentLinks,
    PaymentMethods,
    Checkout,
    Settlement,
    Deadlines,
    NotificationSources,
    SandboxCollectionRail,
    SandboxCardPlatform,
  ],
})
export class PaymentLinksModule {
  constructor(listener: NotificationListener, profiles: CollectionProfiles) {
    listener.on('account_changed', (accountId) => profiles.forget(accountId));
    listener.onReconnect(() => profiles.forget());
  }
}
