import { testDataSource } from '../../../../test/support/test-database';
import { ledgerContract, postgresLedger } from '../testing';

describe('the ledger on PostgreSQL', () => ledgerContract(async () => postgresLedger(await testDataSource())));
