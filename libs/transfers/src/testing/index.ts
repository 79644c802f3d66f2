export { InMemoryPayoutRail, type FindTrouble, type RailTrouble } from './in-memory-payout.rail';
export { aRailPayoutOrder, payoutRailContract } from './payout-rail.contract';
export { settlePayouts } from './payout-settlement';
