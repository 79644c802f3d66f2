export { PayoutDesk } from './payouts/application/payout-desk';
export { PayoutHandOver } from './payouts/application/payout-hand-over';
export {
  assertAboveMinimum,
  OutflowQuotes,
  type OutflowQuote,
  type QuoteRequest,
} from './payouts/application/outflow-quotes';
export { Payouts, type NewPayoutRequest, type Orderer } from './payouts/application/payouts';
export {
  PayableBankAccounts,
  PayoutRail,
  PayoutRoutes,
  PayoutsRepository,
  type Payable,
  type PayoutRoute,
  type RailDestination,
  type RailKnowledge,
  type RailPayoutOrder,
  type RailSubmission,
  type StuckPayout,
} from './payouts/application/ports';
export { PayoutNotFoundError, PayoutRouteUnavailableError } from './payouts/domain/errors';
export {
  effectiveRateOf,
  PAYOUT_STATUSES,
  type HistoryEntry,
  type Payout,
  type PayoutStatus,
  type PayoutType,
} from './payouts/domain/payout';
export { AcceptedTerms, PayableBeneficiaries } from './verifications/application/ports';
export type { NewTransferRequest } from './verifications/application/transfer-checks';
export { Transfers, type PendingTransfer } from './verifications/application/transfers';
export { VERIFICATION_STATUSES } from './verifications/domain/verification';
