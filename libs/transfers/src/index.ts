export { BankAccounts } from './beneficiaries/application/bank-accounts';
export { Beneficiaries } from './beneficiaries/application/beneficiaries';
export type { BankAccount, NewBankAccount } from './beneficiaries/domain/bank-account';
export { ACCOUNT_TYPES, MAX_BANK_NAME, type BankInput } from './beneficiaries/domain/bank-fields';
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
export { MAX_EMAIL } from './beneficiaries/domain/email';
export * from './beneficiaries/domain/errors';
export { Routes, type ListedRoute } from './routes/application/routes';
export { TransferMinimums, type TransferMinimum } from './routes/application/transfer-minimums';
export { PayoutRouteNotFoundError } from './routes/domain/errors';
export type { Route, RouteInput } from './routes/domain/route';
export { TransferTerms, type TermsStatus } from './terms/application/transfer-terms';
export { CURRENT_TERMS_VERSION, TransferTermsNotAcceptedError, type TermsAcceptance } from './terms/domain/terms';
export { TransfersModule } from './transfers.module';
