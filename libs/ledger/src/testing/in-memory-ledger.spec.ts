import { inMemoryLedger, ledgerContract } from './index';

describe('the in-memory ledger', () => ledgerContract(inMemoryLedger));
