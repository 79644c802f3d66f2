import { newId } from '@app/kernel';
import { NoUnitOfWork, StandingClock } from '@app/kernel/testing';
import { endpointRepositoryContract } from './endpoint-repository.contract';
import { InMemoryEndpointRepository } from './in-memory-endpoint.repository';

describe('InMemoryEndpointRepository', () => {
  const repository = new InMemoryEndpointRepository(new StandingClock());
  endpointRepositoryContract(() => ({ repository, uow: new NoUnitOfWork(), anAccount: async () => newId() }));
});
