export { NOTIFICATION_BODIES } from './adapters/notification-months';
export {
  attemptColumns,
  orderStatements,
  postponementParameters,
  leftParameters,
  claimOf,
  leaseParameters,
  type ClaimRow,
} from './adapters/order-statements';
export { PostgresStaffOrders, type WithAttempts } from './adapters/postgres-staff.orders';
export { MAX_FILE_BYTES, readColumnNames, readSettlementFile, type FileForms } from './adapters/settlement-file';
export { askProvider } from './application/ask-provider';
export { Cases, type CaseBacklog, type CaseBookings, type CaseQuery, type CaseSource } from './application/cases';
export { FactHandlers } from './application/fact-handlers';
export { FactInbox } from './application/fact-inbox';
export { FactRetention } from './application/fact-retention';
export { HandOver } from './application/hand-over';
export {
  HandedOverWork,
  type ClaimedOrder,
  type Lease,
  type OrderCase,
  type LeasedClaim,
  type LeftOrder,
  type OrderPostings,
  type OrderSteps,
  type Postponement,
} from './application/handed-over-work';
export { StatusInquiries } from './application/status-inquiries';
export {
  FactHandler,
  ProviderObjects,
  type ListedInquiry,
  type InquiryBacklog,
  type ProviderObject,
  type RecordedLines,
} from './application/ports';
export type {
  Hint,
  StatusResponse,
  InquirySubject,
  Provider,
  ProviderAdapter,
  ProviderMessage,
  PulledLine,
  Reading,
} from './application/provider';
export { OrderAdmin } from './application/order-admin';
export { ProviderMessages } from './application/provider-messages';
export { ProviderRoutes, type Route } from './application/provider-routes';
export { Providers } from './application/providers';
export { SettlementLines } from './application/settlement-lines';
export { SettlementPulls } from './application/settlement-pulls';
export { StaffOrders, type LeasedOrder, type OrderWithAttempts } from './application/staff-orders';
export {
  capabilityName,
  type Capability,
  type CollectCapability,
  type PayerBank,
  type PayerField,
} from './domain/capability';
export {
  BOOKINGS,
  CASE_KINDS,
  CASES_OF_ORDERS,
  type Booking,
  type Case,
  type CaseKind,
  type CaseProposal,
  type FactCase,
  type NewCase,
} from './domain/case';
export { ForeignSubjectError, MessageRejectedError } from './domain/errors';
export {
  distinctSubjects,
  referredIds,
  requestsBehind,
  subjectKey,
  type Fact,
  type FactKey,
  type SettledFact,
  type StoredFact,
  type Subject,
} from './domain/fact';
export { textField } from './domain/fact-details';
export { readOrderFact, toOrderFact, type OrderFact } from './domain/order-fact';
export {
  emptyAccount,
  type KnownOrderState,
  type OrderRefusal,
  type OrderReport,
  type OrderState,
  type RefusalCode,
} from './domain/order-state';
export { amountException, amountFields, unsupportedAmountOf } from './domain/reported-amount';
export type { SettlementLine } from './domain/settlement-line';
export { verifyHmacSignature } from './domain/signature';
export { RailsModule } from './rails.module';
