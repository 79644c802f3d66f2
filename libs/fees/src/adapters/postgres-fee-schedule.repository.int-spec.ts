import { newId } from '@app/kernel';
import { PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../test/support/test-database';
import { feeScheduleRepositoryContract } from '../testing/fee-schedule-repository.contract';
import { FeeScheduleEntity } from './fee-schedule.entity';
import { PostgresFeeScheduleRepository } from './postgres-fee-schedule.repository';

let source: DataSource;
let repository: PostgresFeeScheduleRepository;

beforeAll(async () => {
  source = await testDataSource();
  repository = new PostgresFeeScheduleRepository(source.getRepository(FeeScheduleEntity), new PostgresDatabase(source));
});

async function anAccount(): Promise<string> {
  const id = newId();
  await source.query('INSERT INTO accounts (id, slug, name, country) VALUES ($1, $2, $3, $4)', [
    id,
    id.replaceAll('-', ''),
    'Test',
    'AR',
  ]);
  return id;
}

describe('PostgresFeeScheduleRepository', () => {
  feeScheduleRepositoryContract(() => ({
    repository,
    uow: new PostgresUnitOfWork(source),
    anAccount,
  }));

  it('names the account whose stored schedule cannot be read', async () => {
    const id = await anAccount();
    await source.query(`INSERT INTO fee_schedules (account_id, schedule) VALUES ($1, '{"collection": 5}')`, [id]);
    await expect(repository.find([id])).rejects.toThrow(id);
  });
});
