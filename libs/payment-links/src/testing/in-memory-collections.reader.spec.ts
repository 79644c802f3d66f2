import { NoUnitOfWork } from '@app/kernel/testing';
import { collectionsReaderContract, inMemoryRepositories } from '.';
import { InMemoryCollectionsReader } from './in-memory-collections.reader';

describe('InMemoryCollectionsReader', () => {
  const repositories = inMemoryRepositories(new NoUnitOfWork());
  collectionsReaderContract(
    () => repositories,
    () => new InMemoryCollectionsReader(repositories.tables),
  );
});
