export {
  DEPOSIT_RECEIVED,
  toDepositRailNotification,
  type DepositNotification,
} from './deposits/application/deposit-notifications';
export { DepositsModule } from './deposits/deposits.module';
export {
  assertAboveMinimum,
  OutflowQuotes,
  type OutflowQuote,
  type QuoteRequest,
} from './payouts/application/outflow-quotes';
export { PayoutDesk } from './payouts/application/payout-desk';
export { PayoutHandOver } from './payouts/application/payout-hand-over';
export { PayoutLookup, type PayoutSummary } from './payouts/application/payout-lookup';
export {
  isPayoutNotificationType,
  reportsPayoutMoney,
  toPayoutRailNotification,
  type PayoutNotification,
  type PayoutNotificationType,
} from './payouts/application/payout-notifications';
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
  OPEN_STATUSES,
  PAYOUT_STATUSES,
  type HistoryEntry,
  type Payout,
  type PayoutStatus,
  type PayoutType,
} from './payouts/domain/payout';
export { PayoutLookupModule } from './payouts/payout-lookup.module';
