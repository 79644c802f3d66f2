import { aWallet, postgresLedger } from '@app/ledger/testing';
import { PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../../test/support/test-database';
import { aPayable } from '../../testing/factories';
import { insertBeneficiary } from '../../testing/transfers-harness';
import { verificationsRepositoryContract } from '../../testing/verifications-repository.contract';
import { PostgresVerificationsRepository } from './postgres-verifications.repository';

describe('PostgresVerificationsRepository', () => {
  let source: DataSource;
  beforeAll(async () => {
    source = await testDataSource();
  });

  verificationsRepositoryContract(async () => ({
    repository: new PostgresVerificationsRepository(new PostgresDatabase(source)),
    uow: new PostgresUnitOfWork(source),
    newAccount: async () => {
      const { id: walletId, accountId } = await aWallet(postgresLedger(source));
      const { destination } = aPayable(await insertBeneficiary(source, accountId));
      return { accountId, walletId, destination };
    },
  }));
});
