export { InMemoryCheckoutOrdersRepository } from './in-memory-checkout-orders.repository';
export { InMemoryPaymentExceptionsRepository } from './in-memory-payment-exceptions.repository';
export { InMemoryPaymentLinksRepository } from './in-memory-payment-links.repository';
export { InMemoryReceivedPaymentsRepository } from './in-memory-received-payments.repository';
export { InMemorySettlementRepository } from './in-memory-settlement.repository';
export { DEBIT, debitOf, InMemoryCollectionRail, InMemoryDebitRail } from './in-memory-collection.rail';
export { InMemoryReceivingAccounts } from './in-memory-receiving.accounts';
export { InMemoryTables } from './in-memory-tables';
export { cardPlatformContract } from './card-platform.contract';
export { checkoutOrdersRepositoryContract } from './checkout-orders-repository.contract';
export { collectionRailContract, debitRailContract, payerInstructionsContract } from './collection-rail.contract';
export { collectionsReaderContract } from './collections-reader.contract';
export {
  aNewLink,
  aLink,
  theTerms,
  convertedTerms,
  anOrder,
  aPayment,
  anExpiry,
  aDecline,
  anException,
  aDebitOrder,
  aDebitFact,
  aReceivedPayment,
} from './factories';
export { EXAMPLE_FEES, EXAMPLE_RATES, inMemoryCollections, type MerchantOptions } from './harness';
export { paymentExceptionsRepositoryContract } from './payment-exceptions-repository.contract';
export { paymentLinksRepositoryContract } from './payment-links-repository.contract';
export { postgresRepositories } from './postgres-repositories';
export { receivedPaymentsRepositoryContract } from './received-payments-repository.contract';
export { receivingAccountsContract } from './receiving-accounts.contract';
export { inMemoryRepositories, givenLink, givenOrder, type PaymentLinkRepositories } from './repositories';
export { settlementRepositoryContract } from './settlement-repository.contract';
export { aRailRefundOrder, refundRailContract, submitRefund } from './refund-rail.contract';
