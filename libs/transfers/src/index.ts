export {
  DEPOSIT_RECEIVED,
  toDepositRailNotification,
  type DepositNotification,
} from './deposits/application/deposit-notifications';
export { DepositsModule } from './deposits/deposits.module';
export { PayoutLookup, type PayoutSummary } from './payouts/application/payout-lookup';
export {
  isPayoutNotificationType,
  reportsPayoutMoney,
  toPayoutRailNotification,
  type PayoutNotification,
  type PayoutNotificationType,
} from './payouts/application/payout-notifications';
export {
  PayoutRail,
  type RailDestination,
  type RailKnowledge,
  type RailPayoutOrder,
  type RailSubmission,
} from './payouts/application/ports';
export { OPEN_STATUSES, type PayoutStatus } from './payouts/domain/payout';
export { PayoutNotFoundError } from './payouts/domain/errors';
export { PayoutLookupModule } from './payouts/payout-lookup.module';
