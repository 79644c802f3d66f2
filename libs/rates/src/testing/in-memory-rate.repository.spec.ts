import { SystemClock } from '@app/kernel';
import { NoUnitOfWork } from '@app/kernel/testing';
import { rateRepositoryContract } from './rate-repository.contract';
import { InMemoryRateRepository } from './in-memory-rate.repository';

describe('InMemoryRateRepository', () => {
  let repository: InMemoryRateRepository;
  beforeEach(() => {
    repository = new InMemoryRateRepository(new SystemClock());
  });

  rateRepositoryContract(() => ({ repository, uow: new NoUnitOfWork() }));
});
