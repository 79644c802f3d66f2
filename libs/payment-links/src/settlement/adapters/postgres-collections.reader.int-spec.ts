import { createDataSource, PostgresDatabase } from '@app/platform';
import type { DataSource } from 'typeorm';
import { createScratchDatabase } from '../../../../../test/support/test-database';
import { collectionsReaderContract, postgresRepositories, type PaymentLinkRepositories } from '../../testing';
import { PostgresCollectionsReader } from './postgres-collections.reader';

let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
let source: DataSource;
let repositories: PaymentLinkRepositories;
let reader: PostgresCollectionsReader;

beforeAll(async () => {
  scratch = await createScratchDatabase();
  source = await createDataSource(scratch.url, 10, 'test').initialize();
  repositories = postgresRepositories(source);
  reader = new PostgresCollectionsReader(new PostgresDatabase(source));
});
afterAll(async () => {
  await source.destroy();
  await scratch.drop();
});

describe('PostgresCollectionsReader', () => {
  collectionsReaderContract(
    () => repositories,
    () => reader,
  );
});
