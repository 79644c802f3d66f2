export { aCollection, aDebitCollection, aDebitReturn, aPayout, aTransfer, aHoldOn } from './factories';
export { inMemoryLedger, postgresLedger, aWallet, type LedgerHarness } from './harness';
export { letDaysPass } from './passing-days';
export { ledgerContract } from './ledger.contract';
