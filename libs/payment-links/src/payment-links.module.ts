import { FeesModule } from '@app/fees';
import { LedgerModule } from '@app/ledger';
import { MailModule } from '@app/mail';
import { CONFIG, NotificationListener, type Config } from '@app/platform';
import { RatesModule } from '@app/rates';
import { WebhooksModule } from '@app/webhooks';
import { Module } from '@nestjs/common';
import { PostgresCollectionsReader } from './adapters/postgres-collections.reader';
import { PostgresCheckoutOrdersRepository } from './adapters/postgres-checkout-orders.repository';
import { PostgresNotificationsRepository } from './adapters/postgres-notifications.repository';
import { PostgresPaymentLinksRepository } from './adapters/postgres-payment-links.repository';
import { PostgresReceivedPaymentsRepository } from './adapters/postgres-received-payments.repository';
import { SandboxCardPlatform } from './adapters/sandbox-card.platform';
import { SandboxCollectionRail } from './adapters/sandbox-collection.rail';
import { SandboxReceivingAccounts } from './adapters/sandbox-receiving.accounts';
import { PostgresPaymentExceptionsRepository } from './adapters/postgres-payment-exceptions.repository';
import { CardPaymentLinks } from './application/card-payment-links';
import { Checkout } from './application/checkout';
import { CollectionBooks } from './application/collection-books';
import { CollectionPricing } from './application/collection-pricing';
import { CollectionProfiles } from './application/collection-profiles';
import { CollectionsReader } from './application/collections-reader';
import { Deadlines } from './application/deadlines';
import { NotificationSources } from './application/notification-sources';
import { PaymentExceptions } from './application/payment-exceptions';
import { PaymentLinks } from './application/payment-links';
import { PaymentMethods } from './application/payment-methods';
import {
  CardPlatform,
  CheckoutOrdersRepository,
  CollectionRail,
  NotificationsRepository,
  PaymentExceptionsRepository,
  PaymentLinksRepository,
  ReceivedPaymentsRepository,
  type NotificationSource,
} from './application/ports';
import { ReceivingAccounts } from './application/receiving-accounts';
import { Settlement } from './application/settlement';

@Module({
  imports: [FeesModule, LedgerModule, MailModule, RatesModule, WebhooksModule],
  providers: [
    PaymentLinks,
    CardPaymentLinks,
    PaymentMethods,
    Checkout,
    Settlement,
    CollectionBooks,
    PaymentExceptions,
    Deadlines,
    CollectionPricing,
    CollectionProfiles,
    { provide: PaymentLinksRepository, useClass: PostgresPaymentLinksRepository },
    { provide: CheckoutOrdersRepository, useClass: PostgresCheckoutOrdersRepository },
    { provide: NotificationsRepository, useClass: PostgresNotificationsRepository },
    { provide: PaymentExceptionsRepository, useClass: PostgresPaymentExceptionsRepository },
    { provide: ReceivedPaymentsRepository, useClass: PostgresReceivedPaymentsRepository },
    { provide: CollectionsReader, useClass: PostgresCollectionsReader },
    {
      provide: ReceivingAccounts,
      inject: [CONFIG],
      useFactory: ({ environment }: Config) => new SandboxReceivingAccounts(environment === 'sandbox'),
    },
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
    PaymentExceptions,
    Deadlines,
    NotificationSources,
    CollectionsReader,
    ReceivingAccounts,
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
