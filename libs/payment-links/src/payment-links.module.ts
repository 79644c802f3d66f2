import { AccountsModule } from '@app/accounts';
import { FeesModule } from '@app/fees';
import { LedgerModule } from '@app/ledger';
import { MailModule } from '@app/mail';
import { CONFIG, NotificationListener, type Config } from '@app/platform';
import { Cases, FactHandlers, RailsModule } from '@app/rails';
import { Rates, RatesModule } from '@app/rates';
import { WebhooksModule } from '@app/webhooks';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CardPaymentLinks } from './cards/application/card-payment-links';
import { CardSessions } from './cards/application/card-sessions';
import { PostgresCheckoutOrdersRepository } from './checkout/adapters/postgres-checkout-orders.repository';
import { PostgresLinkAdmin } from './checkout/adapters/postgres-link.admin';
import { Checkout } from './checkout/application/checkout';
import { Collectors } from './checkout/application/collectors';
import { DebitConfirmation } from './checkout/application/debit-confirmation';
import { Deadlines } from './checkout/application/deadlines';
import { LinkAdmin } from './checkout/application/link-admin';
import { Offers } from './checkout/application/offers';
import { OrderInquiries } from './checkout/application/order-inquiries';
import { OrderOpenings } from './checkout/application/order-openings';
import { CheckoutOrdersRepository, DebitRecords, DueOrders } from './checkout/application/ports';
import { Deposits } from './deposits/application/deposits';
import { PostgresDisputesReader } from './disputes/adapters/postgres-disputes.reader';
import { PostgresDisputesRepository } from './disputes/adapters/postgres-disputes.repository';
import { Disputes } from './disputes/application/disputes';
import { DisputesReader, DisputesRepository } from './disputes/application/ports';
import { ExceptionReversals } from './disputes/application/exception-reversals';
import { ReversalPostings } from './disputes/application/reversal-postings';
import { ReversalRecords } from './disputes/application/reversal-records';
import { ReversalSettlement } from './disputes/application/reversal-settlement';
import { TakenPartsOfPayments } from './disputes/application/taken-parts';
import { PaymentExceptionEntity } from './exceptions/adapters/payment-exception.entity';
import { PostgresPaymentExceptionsRepository } from './exceptions/adapters/postgres-payment-exceptions.repository';
import { CreditTerms } from './exceptions/application/credit-terms';
import { ExceptionCases } from './exceptions/application/exception-cases';
import { ExceptionClearing } from './exceptions/application/exception-clearing';
import { ExceptionCredits } from './exceptions/application/exception-credits';
import { ExceptionRefunds } from './exceptions/application/exception-refunds';
import { OpenExceptions } from './exceptions/application/open-exceptions';
import { PaymentExceptions } from './exceptions/application/payment-exceptions';
import { PaymentExceptionsRepository } from './exceptions/application/ports';
import { PostgresPaymentLinksRepository } from './links/adapters/postgres-payment-links.repository';
import { CollectionPricing } from './links/application/collection-pricing';
import { CollectionProfiles } from './links/application/collection-profiles';
import { ConversionQuotes } from './links/application/conversion-quotes';
import { LinkDrafts } from './links/application/link-drafts';
import { LinkLog } from './links/application/link-log';
import { LinkRecords } from './links/application/link-records';
import { PaymentLinks } from './links/application/payment-links';
import { PaymentMethods } from './links/application/payment-methods';
import { OpenOrders, PaymentLinksRepository } from './links/application/ports';
import { ServedMethods } from './links/application/served-methods';
import { UsdAccounts } from './links/application/usd-accounts';
import { PostgresStaffRefunds } from './refunds/adapters/postgres-staff.refunds';
import { PostgresRefundQueue } from './refunds/adapters/postgres-refund.queue';
import { PostgresRefundsReader } from './refunds/adapters/postgres-refunds.reader';
import { PostgresRefundsRepository } from './refunds/adapters/postgres-refunds.repository';
import { StaffRefunds, RefundQueue, RefundsReader, RefundsRepository } from './refunds/application/ports';
import { RefundAdmin } from './refunds/application/refund-admin';
import { RefundHandOver, RefundWork } from './refunds/application/refund-hand-over';
import { RefundPostings } from './refunds/application/refund-postings';
import { RefundRails } from './refunds/application/refund-rails';
import { RefundSettlement } from './refunds/application/refund-settlement';
import { RefundBookings } from './refunds/application/refund-bookings';
import { RefundPlacement } from './refunds/application/refund-placement';
import { Refunds } from './refunds/application/refunds';
import { ReversalNotices } from './refunds/application/reversal-notices';
import { PostgresCollectionsReader } from './settlement/adapters/postgres-collections.reader';
import { PostgresCreditedPayments } from './settlement/adapters/postgres-credited.payments';
import { PostgresOrderArchive } from './settlement/adapters/postgres-order.archive';
import { PostgresReceivedPaymentsRepository } from './settlement/adapters/postgres-received-payments.repository';
import { PostgresSettlementRepository } from './settlement/adapters/postgres-settlement.repository';
import { CollectionPostings } from './settlement/application/collection-postings';
import { ExceptionNotices } from './settlement/application/exception-notices';
import { CollectionsReader, LinksReader } from './settlement/application/collections-reader';
import { LateRates } from './settlement/application/late-rates';
import { LinkMoves } from './settlement/application/link-moves';
import { OrderlessFacts } from './settlement/application/orderless-facts';
import { PaymentReceipts } from './settlement/application/payment-receipts';
import { PaymentReturns } from './settlement/application/payment-returns';
import { OrderRetention } from './settlement/application/order-retention';
import {
  CreditedPayments,
  OrderArchive,
  PaymentParts,
  SettlementExceptions,
  ReceivedPaymentsRepository,
  SettlementRepository,
} from './settlement/application/ports';
import { ReceivedDebitRecords } from './settlement/application/received-debit-records';
import { Settlement } from './settlement/application/settlement';

/** The providers that collect are those that `ProvidersModule` registers. */
@Module({
  imports: [
    AccountsModule,
    FeesModule,
    LedgerModule,
    MailModule,
    RailsModule,
    RatesModule,
    WebhooksModule,
    TypeOrmModule.forFeature([PaymentExceptionEntity]),
  ],
  providers: [
    LinkDrafts,
    LinkLog,
    LinkRecords,
    PaymentLinks,
    CardPaymentLinks,
    PaymentMethods,
    ServedMethods,
    ConversionQuotes,
    UsdAccounts,
    CardSessions,
    Checkout,
    Collectors,
    DebitConfirmation,
    Offers,
    OrderInquiries,
    OrderOpenings,
    Settlement,
    CollectionPostings,
    LinkMoves,
    OrderlessFacts,
    PaymentReceipts,
    PaymentReturns,
    ExceptionNotices,
    {
      provide: LateRates,
      inject: [Rates, CONFIG],
      useFactory: (rates: Rates, { fxLateTolerance, fxLockMs }: Config) =>
        new LateRates(rates, fxLateTolerance, fxLockMs),
    },
    CreditTerms,
    ExceptionCases,
    ExceptionClearing,
    ExceptionReversals,
    ExceptionCredits,
    ExceptionRefunds,
    OpenExceptions,
    PaymentExceptions,
    Deadlines,
    Deposits,
    Refunds,
    RefundPlacement,
    RefundRails,
    RefundPostings,
    RefundBookings,
    ReversalNotices,
    ReversalPostings,
    ReversalRecords,
    ReversalSettlement,
    Disputes,
    RefundWork,
    RefundHandOver,
    RefundAdmin,
    RefundSettlement,
    OrderRetention,
    CollectionPricing,
    CollectionProfiles,
    { provide: PaymentLinksRepository, useClass: PostgresPaymentLinksRepository },
    { provide: LinkAdmin, useClass: PostgresLinkAdmin },
    { provide: CheckoutOrdersRepository, useClass: PostgresCheckoutOrdersRepository },
    { provide: OpenOrders, useExisting: CheckoutOrdersRepository },
    { provide: DueOrders, useExisting: CheckoutOrdersRepository },
    { provide: DebitRecords, useClass: ReceivedDebitRecords },
    { provide: OrderArchive, useClass: PostgresOrderArchive },
    { provide: SettlementRepository, useClass: PostgresSettlementRepository },
    { provide: SettlementExceptions, useExisting: SettlementRepository },
    { provide: PaymentExceptionsRepository, useClass: PostgresPaymentExceptionsRepository },
    { provide: ReceivedPaymentsRepository, useClass: PostgresReceivedPaymentsRepository },
    { provide: CollectionsReader, useClass: PostgresCollectionsReader },
    { provide: LinksReader, useExisting: CollectionsReader },
    { provide: CreditedPayments, useClass: PostgresCreditedPayments },
    { provide: PaymentParts, useClass: TakenPartsOfPayments },
    { provide: RefundsRepository, useClass: PostgresRefundsRepository },
    { provide: StaffRefunds, useClass: PostgresStaffRefunds },
    { provide: RefundQueue, useClass: PostgresRefundQueue },
    { provide: DisputesRepository, useClass: PostgresDisputesRepository },
    { provide: DisputesReader, useClass: PostgresDisputesReader },
    { provide: RefundsReader, useClass: PostgresRefundsReader },
  ],
  exports: [
    PaymentLinks,
    CardPaymentLinks,
    PaymentMethods,
    ConversionQuotes,
    UsdAccounts,
    Checkout,
    CreditTerms,
    ExceptionCredits,
    ExceptionRefunds,
    OpenExceptions,
    PaymentExceptions,
    Deadlines,
    OrderInquiries,
    OrderRetention,
    LinkAdmin,
    CollectionsReader,
    LinksReader,
    Refunds,
    RefundHandOver,
    RefundAdmin,
    Disputes,
  ],
})
export class PaymentLinksModule {
  constructor(
    listener: NotificationListener,
    profiles: CollectionProfiles,
    handlers: FactHandlers,
    settlement: Settlement,
    deposits: Deposits,
    refunds: RefundSettlement,
    reversals: ReversalSettlement,
    cases: Cases,
    exceptions: ExceptionCases,
    admin: RefundAdmin,
    bookings: RefundBookings,
  ) {
    listener.on('account_changed', (accountId) => profiles.forget(accountId));
    listener.onReconnect(() => profiles.forget());
    handlers.register(settlement);
    handlers.register(deposits);
    handlers.register(refunds);
    handlers.register(reversals);
    cases.addSource(exceptions);
    cases.addSource(admin.stuckCases());
    cases.addBookings(bookings);
  }
}
