import { newId, Tx, UnitOfWork } from '@app/kernel';
import { feeScheduleRepositoryContract } from '../testing/fee-schedule-repository.contract';
import { InMemoryFeeScheduleRepository } from './in-memory-fee-schedule.repository';

class NoTx extends Tx {
  protected readonly kind = 'transaction';
}

class NoUnitOfWork extends UnitOfWork {
  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return work(new NoTx());
  }

  once<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return work(new NoTx());
  }
}

describe('InMemoryFeeScheduleRepository', () => {
  let repository: InMemoryFeeScheduleRepository;
  beforeEach(() => {
    repository = new InMemoryFeeScheduleRepository();
  });

  feeScheduleRepositoryContract(() => ({ repository, uow: new NoUnitOfWork(), anAccount: async () => newId() }));
});
