export { CardPaymentLinks, type CardEstimate } from './cards/application/card-payment-links';
export { Checkout } from './checkout/application/checkout';
export type { Offer } from './checkout/application/offers';
export { DEPOSIT, DEPOSIT_RECEIVED, DEPOSIT_RETURNED, toDepositFact } from './deposits/application/deposit-facts';
export { OrderInquiries } from './checkout/application/order-inquiries';
export { Deadlines } from './checkout/application/deadlines';
export { LinkAdmin, type LinkWithOrders } from './checkout/application/link-admin';
export type { OfferedMethod } from './links/application/collection-pricing';
export type { Collector } from './links/application/link-draft';
export type { DeclaredAmount, NewPaymentLink } from './links/application/new-payment-link';
export { PaymentExceptions } from './exceptions/application/payment-exceptions';
export { PaymentLinks, type MethodEstimate } from './links/application/payment-links';
export { ConversionQuotes } from './links/application/conversion-quotes';
export { PaymentMethods } from './links/application/payment-methods';
export { CardPlatform, type CardSession, type CardSessionRequest } from './cards/application/ports';
export {
  CollectionRail,
  DebitRail,
  type CheckoutView,
  type RailDebitOrder,
  type RailOrder,
  type RailOrderRequest,
} from './checkout/application/ports';
export { ReceivingAccounts, type ReceivingAccount } from './links/application/receiving-accounts';
export { UsdAccounts } from './links/application/usd-accounts';
export {
  CollectionsReader,
  LinksReader,
  type CollectedPayment,
  type CurrencyTotal,
  type ExceptionsQuery,
  type LinkFilter,
  type LinkLabel,
  type LinkQuery,
  type PaymentFilter,
  type PaymentQuery,
} from './settlement/application/collections-reader';
export { OrderRetention } from './settlement/application/order-retention';
export { COLLECTION } from './checkout/domain/checkout-order';
export { toCollectionFact } from './settlement/application/payment-facts';
export { stateOf, type ArrivedPayment } from './checkout/domain/arrived-payment';
export type { CheckoutOrder, OrderStatus, Payer } from './checkout/domain/checkout-order';
export {
  INSTRUCTION_LABELS,
  needsVerification,
  type Instruction,
  type InstructionLabel,
} from './checkout/domain/instruction';
export { checkoutAddress } from './checkout/domain/checkout-address';
export {
  ACCOUNT_HOLDER_TYPES,
  DEBIT_ACCOUNT_TYPES,
  parseDebitAccount,
  type DebitAccount,
  type DebitAuthorisation,
  type ShownDebitAccount,
} from './checkout/domain/debit-account';
export {
  AmountDeclinedError,
  MethodUnavailableError,
  BanksUnavailableError,
  OrderDeclinedError,
  DebitDeclinedError,
  TooManyOrdersError,
} from './checkout/domain/errors';
export { PaymentLinkNotFoundError, PaymentLinkNotActiveError } from './links/domain/errors';
export { OrderNotFoundError } from './settlement/domain/errors';
export {
  LINK_STATUSES,
  AMOUNT_TYPES,
  type AmountType,
  type LinkKind,
  type LinkReach,
  type LinkStatus,
  type PaymentLink,
} from './links/domain/payment-link';
export { wayBack } from './links/domain/way-back';
export { amountText, figureText, typedFigure } from './links/domain/amount-text';
export { localDate, localTime } from './links/domain/local-time';
export { methodName, methodTitle } from './links/domain/payment-method';
export { PAYER_LANGUAGES, PAYER_LOCALES, type PayerLanguage } from './links/domain/payer-language';
export type { CollectionTerms } from './links/domain/collection-terms';
export {
  CARD,
  findMethod,
  isBankDebit,
  PAYMENT_METHODS,
  type MethodCode,
  type PaymentMethod,
} from './links/domain/payment-method';
export {
  isPaymentFactType,
  reportsMoney,
  type PaymentFactType,
  type PaymentFact,
} from './settlement/domain/payment-fact';
export {
  RECEIVED_PAYMENT_STATUSES,
  type ReceivedPayment,
  type ReceivedPaymentStatus,
} from './settlement/domain/received-payment';
export {
  EXCEPTION_STATUSES,
  shownAmount,
  type ExceptionReason,
  type ExceptionStatus,
  type PaymentException,
} from './settlement/domain/payment-exception';
export { PaymentLinksModule } from './payment-links.module';
export {
  isReversalFactType,
  REVERSAL,
  toReversalFact,
  type ReversalFactType,
} from './disputes/application/reversal-facts';
export { RefundAdmin } from './refunds/application/refund-admin';
export { RefundHandOver } from './refunds/application/refund-hand-over';
export { isRefundFactType, REFUND, toRefundFact, type RefundFactType } from './refunds/application/refund-facts';
export { RefundRail, type RailRefund, type RailRefundOrder } from './refunds/application/ports';
export { Refunds } from './refunds/application/refunds';
export type { RefundFilter, RefundQuery } from './refunds/application/ports';
export type { NewRefundRequest, RefundEstimate } from './refunds/application/refunds';
export type { Refunder } from './refunds/application/refund-placement';
export { OPEN_REFUND_STATUSES, REFUND_STATUSES, type Refund, type RefundStatus } from './refunds/domain/refund';
export { Disputes } from './disputes/application/disputes';
export { DISPUTE_STATUSES, type Dispute, type DisputeStatus } from './disputes/domain/dispute';
