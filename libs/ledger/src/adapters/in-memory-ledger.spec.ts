import { inMemoryLedger, ledgerContract } from '../testing';

describe('the ledger in memory', () => ledgerContract(inMemoryLedger));
