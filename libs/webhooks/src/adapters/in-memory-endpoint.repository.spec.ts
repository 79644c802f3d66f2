import { newId } from '@app/kernel';
import { endpointRepositoryContract } from '../testing/endpoint-repository.contract';
import { inMemoryUnitOfWork } from '../testing/in-memory-queue.subject';
import { InMemoryEndpointRepository } from './in-memory-endpoint.repository';

describe('InMemoryEndpointRepository', () => {
  const repository = new InMemoryEndpointRepository();
  endpointRepositoryContract(() => ({ repository, uow: inMemoryUnitOfWork, anAccount: async () => newId() }));
});
