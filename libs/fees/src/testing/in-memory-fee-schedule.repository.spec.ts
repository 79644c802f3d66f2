import { newId } from '@app/kernel';
import { NoUnitOfWork } from '@app/kernel/testing';
import { feeScheduleRepositoryContract } from './fee-schedule-repository.contract';
import { InMemoryFeeScheduleRepository } from './in-memory-fee-schedule.repository';

describe('InMemoryFeeScheduleRepository', () => {
  let repository: InMemoryFeeScheduleRepository;
  beforeEach(() => {
    repository = new InMemoryFeeScheduleRepository();
  });

  feeScheduleRepositoryContract(() => ({ repository, uow: new NoUnitOfWork(), anAccount: async () => newId() }));
});
