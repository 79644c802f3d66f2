import { NoUnitOfWork } from '@app/kernel/testing';
import { InMemoryFactsRepository } from './in-memory-facts.repository';
import { factsRepositoryContract } from './facts-repository.contract';

describe('InMemoryFactsRepository', () => {
  const facts = new InMemoryFactsRepository();
  const makeDue = async (...of: Parameters<typeof facts.makeDue>) => facts.makeDue(...of);
  factsRepositoryContract(() => ({ facts, uow: new NoUnitOfWork(), makeDue }));
});
