export { InMemoryPayoutRail, type FindTrouble, type RailTrouble } from './in-memory-payout.rail';
export { aRailPayoutOrder, payoutRailContract } from './payout-rail.contract';
export { InMemoryAcceptedTerms } from './in-memory-accepted.terms';
export { InMemoryPayableBeneficiaries } from './in-memory-payable.beneficiaries';
export { InMemoryPayoutRoutes } from './in-memory-payout.routes';
export { RecordedAudit, RecordedEvents, RecordedMail } from './recorded';
export { postgresPayouts } from './payouts-harness';
export { postgresTransfers, type TransferringMerchant } from './transfers-harness';
