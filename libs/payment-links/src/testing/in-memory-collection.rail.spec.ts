import { collectionRailContract, debitRailContract } from './collection-rail.contract';
import { DEBIT, debitOf, InMemoryCollectionRail, InMemoryDebitRail } from './in-memory-collection.rail';

describe('InMemoryCollectionRail', () => {
  collectionRailContract(() => new InMemoryCollectionRail());
});

describe('InMemoryDebitRail', () => {
  const rail = new InMemoryDebitRail();
  rail.declined.add('999');
  const orders = new InMemoryCollectionRail();
  debitRailContract(() => ({ orders, rail, debit: DEBIT, declined: debitOf('999') }));
});
