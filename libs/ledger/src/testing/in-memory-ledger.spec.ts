import { inMemoryLedger, ledgerContract } from './index';

describe('the ledger in memory', () => ledgerContract(inMemoryLedger));
