import { testDataSource } from '../../../../test/support/test-database';
import { ledgerContract, postgresLedger } from '../testing';

describe('the PostgreSQL ledger', () => ledgerContract(async () => postgresLedger(await testDataSource())));
