export { SandboxCardPlatform, SANDBOX_CARDS_PROVIDER } from './adapters/sandbox-card.platform';
export { SandboxCollectionRail, SANDBOX_DEBIT_ACCOUNT, SANDBOX_PROVIDER } from './adapters/sandbox-collection.rail';
export type { SandboxNotification } from './adapters/signed-notifications';
export { CollectionsReader, type LinkQuery, type PaymentQuery } from './application/collections-reader';
export { CardPaymentLinks } from './application/card-payment-links';
export { Checkout, type OfferedMethod } from './application/checkout';
export { Deadlines } from './application/deadlines';
export type { Collector } from './application/link-draft';
export {
  parseNewPaymentLink,
  readAmount,
  type LinkForm,
  type LinkRequest,
  type NewPaymentLink,
} from './application/new-payment-link';
export { NotificationSources } from './application/notification-sources';
export { PaymentExceptions } from './application/payment-exceptions';
export { PaymentLinks } from './application/payment-links';
export { PaymentMethods } from './application/payment-methods';
export type { CheckoutView, NotificationSource, RailMessage } from './application/ports';
export { ReceivingAccounts, type ReceivingAccount } from './application/receiving-accounts';
export { Settlement } from './application/settlement';
export type { CheckoutOrder, CollectionTerms, Instruction, OrderStatus, Payer } from './domain/checkout-order';
export {
  DEBIT_ACCOUNT_TYPES,
  parseDebitAccount,
  type DebitAccount,
  type ShownDebitAccount,
} from './domain/debit-account';
export * from './domain/errors';
export {
  LINK_STATUSES,
  TRANSITIONS,
  type AmountType,
  type LinkKind,
  type LinkReach,
  type LinkStatus,
  type PaymentLink,
} from './domain/payment-link';
export { CARD, findMethod, isBankDebit, PAYMENT_METHODS, type PaymentMethod } from './domain/payment-method';
export { PSE_BANKS, type PseBank } from './domain/pse-banks';
export { RECEIVED_PAYMENT_STATUSES, type ReceivedPayment, type ReceivedPaymentStatus } from './domain/received-payment';
export type { ExceptionStatus, PaymentException } from './domain/payment-exception';
export { PaymentLinksModule } from './payment-links.module';
