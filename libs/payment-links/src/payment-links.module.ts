import { FeesModule } from '@app/fees';
import { LedgerModule } from '@app/ledger';
import { MailModule } from '@app/mail';
import { CONFIG, NotificationListener, type Config } from '@app/platform';
import { RatesModule } from '@app/rates';
import { WebhooksModule } from '@app/webhooks';
import { Module } from '@nestjs/common';
import { SandboxCardPlatform } from './cards/adapters/sandbox-card.platform';
import { CardPaymentLinks } from './cards/application/card-payment-links';
import { CardPlatform } from './cards/application/ports';
import { PostgresCheckoutOrdersRepository } from './checkout/adapters/postgres-checkout-orders.repository';
import { SandboxCollectionRail } from './checkout/adapters/sandbox-collection.rail';
import { Checkout } from './checkout/application/checkout';
import { Deadlines } from './checkout/application/deadlines';
import { CheckoutOrdersRepository, CollectionRail } from './checkout/application/ports';
import { PostgresPaymentExceptionsRepository } from './exceptions/adapters/postgres-payment-exceptions.repository';
import { PaymentExceptions } from './exceptions/application/payment-exceptions';
import { PaymentExceptionsRepository } from './exceptions/application/ports';
import { PostgresCollectionsReader } from './links/adapters/postgres-collections.reader';
import { PostgresPaymentLinksRepository } from './links/adapters/postgres-payment-links.repository';
import { SandboxReceivingAccounts } from './links/adapters/sandbox-receiving.accounts';
import { CollectionPricing } from './links/application/collection-pricing';
import { CollectionProfiles } from './links/application/collection-profiles';
import { CollectionsReader } from './links/application/collections-reader';
import { PaymentLinks } from './links/application/payment-links';
import { PaymentMethods } from './links/application/payment-methods';
import { PaymentLinksRepository } from './links/application/ports';
import { ReceivingAccounts } from './links/application/receiving-accounts';
import { PostgresNotificationsRepository } from './settlement/adapters/postgres-notifications.repository';
import { PostgresReceivedPaymentsRepository } from './settlement/adapters/postgres-received-payments.repository';
import { CollectionBooks } from './settlement/application/collection-books';
import { NotificationSources } from './settlement/application/notification-sources';
import {
  NotificationsRepository,
  ReceivedPaymentsRepository,
  type NotificationSource,
} from './settlement/application/ports';
import { Settlement } from './settlement/application/settlement';

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
