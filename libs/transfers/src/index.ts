export { ENCRYPTED_BANK_FIELDS } from './beneficiaries/adapters/encrypted-bank-fields';
export { BankAccounts } from './beneficiaries/application/bank-accounts';
export { Beneficiaries } from './beneficiaries/application/beneficiaries';
export type { BankAccount, NewBankAccount } from './beneficiaries/domain/bank-account';
export { ACCOUNT_TYPES, MAX_BANK_NAME } from './beneficiaries/domain/bank-fields';
export {
  MAX_NAME,
  type Beneficiary,
  type BeneficiaryChanges,
  type NewBeneficiary,
} from './beneficiaries/domain/beneficiary';
export {
  BANK_COUNTRIES,
  currencyOfBank,
  isBankCountry,
  type BankFields,
  type IdentityDocument,
} from './beneficiaries/domain/destination';
export { MAX_DOCUMENT_NUMBER, MAX_DOCUMENT_TYPE } from './beneficiaries/domain/documents';
export { Routes, type ListedRoute } from './routes/application/routes';
export { TransferMinimums, type TransferMinimum } from './routes/application/transfer-minimums';
export type { Route, RouteInput } from './routes/domain/route';
export { TransferTerms, type TermsStatus } from './terms/application/transfer-terms';
export { ACCEPT_TERMS_AT, CURRENT_TERMS_VERSION, type TermsAcceptance } from './terms/domain/terms';
export { TransfersModule } from './transfers.module';
export { ENCRYPTED_DESTINATIONS } from './payouts/adapters/encrypted-destinations';
export { AccountFees, type FeesOfAccount } from './payouts/application/account-fees';
export { PayoutAdmin } from './payouts/application/payout-admin';
export { PayoutHandOver } from './payouts/application/payout-hand-over';
export {
  isPayoutFactType,
  PAYOUT,
  reportsPayoutMoney,
  toPayoutFact,
  type PayoutFact,
  type PayoutFactType,
} from './payouts/application/payout-facts';
export type { OutflowQuote } from './payouts/application/outflow-quotes';
export { Payouts, type NewPayoutRequest } from './payouts/application/payouts';
export type { Orderer } from './payouts/application/payout-placement';
export {
  PayoutRail,
  type RailDestination,
  type RailKnowledge,
  type RailPayoutOrder,
  type RailSubmission,
} from './payouts/application/ports';
export {
  effectiveRateOf,
  OPEN_STATUSES,
  PAYOUT_STATUSES,
  type HistoryEntry,
  type Payout,
  type PayoutStatus,
  PAYOUT_TYPES,
  type PayoutType,
} from './payouts/domain/payout';
export type { NewTransferRequest } from './verifications/application/transfer-checks';
export { Transfers, type PendingTransfer } from './verifications/application/transfers';
export { VERIFICATION_STATUSES } from './verifications/domain/verification';
