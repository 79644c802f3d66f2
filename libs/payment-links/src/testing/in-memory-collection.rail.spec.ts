import { collectionRailContract, debitRailContract } from './collection-rail.contract';
import { DEBIT_ACCOUNT, InMemoryCollectionRail, InMemoryDebitRail } from './in-memory-collection.rail';

describe('InMemoryCollectionRail', () => {
  collectionRailContract(() => new InMemoryCollectionRail());
});

describe('InMemoryDebitRail', () => {
  const rail = new InMemoryDebitRail();
  const declinedAccount = { ...DEBIT_ACCOUNT, accountNumber: '999' };
  rail.declined.add(declinedAccount.accountNumber);
  const orders = new InMemoryCollectionRail();
  debitRailContract(() => ({ orders, rail, account: DEBIT_ACCOUNT, declinedAccount }));
});
