export {
  DEPOSIT_RECEIVED,
  toDepositRailNotification,
  type DepositNotification,
} from './deposits/application/deposit-notifications';
export { DepositsModule } from './deposits/deposits.module';
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
