import { collectionRailContract } from './collection-rail.contract';
import { DEBIT_ACCOUNT, InMemoryCollectionRail } from './in-memory-collection.rail';

describe('InMemoryCollectionRail', () => {
  const rail = new InMemoryCollectionRail();
  const refusedAccount = { ...DEBIT_ACCOUNT, accountNumber: '999' };
  rail.refused.add(refusedAccount.accountNumber);
  collectionRailContract(() => ({ rail, account: DEBIT_ACCOUNT, refusedAccount }));
});
