import { newId } from '@app/kernel';
import { createDataSource, PostgresDatabase, type Database } from '@app/platform';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { createScratchDatabase } from '../../../../../test/support/test-database';
import { collectionsReaderContract, postgresRepositories, type PaymentLinkRepositories } from '../../testing';
import { PostgresCollectionsReader } from './postgres-collections.reader';

describe('collections on PostgreSQL', () => {
  let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
  let source: DataSource;
  let repositories: PaymentLinkRepositories;
  let database: PostgresDatabase;
  let reader: PostgresCollectionsReader;

  beforeAll(async () => {
    scratch = await createScratchDatabase();
    source = await createDataSource(scratch.url, 10, 'test').initialize();
    repositories = postgresRepositories(source);
    database = new PostgresDatabase(source);
    reader = new PostgresCollectionsReader(database);
  });
  afterAll(async () => {
    await database.onApplicationShutdown();
    await source.destroy();
    await scratch.drop();
  });

  describe('PostgresCollectionsReader', () => {
    collectionsReaderContract(
      () => repositories,
      () => reader,
    );
  });

  describe('a search in an account with 10,000 links', () => {
    const RARE = 'rare';
    const COMMON = 'order';
    let client: Client;
    let accountId: string;

    beforeAll(async () => {
      client = new Client(scratch.url);
      await client.connect();
      const owner = await repositories.anOwner();
      ({ accountId } = owner);
      await client.query(
        `INSERT INTO payment_links (id, kind, account_id, user_id, wallet_id, amount, amount_type, currency,
         currency_destiny, description, customer_paid_fee, created_at)
       SELECT gen_random_uuid(), 'payment_link', $1, $2, $3, 100, 'receive', 'ARS', 'ARS',
         CASE WHEN n % 1000 = 0 THEN 'Rare ' WHEN n > 8000 THEN 'Vintage ' ELSE 'Order ' END || n, false, now() - n * interval '1 second'
         FROM generate_series(1, 10000) AS n`,
        [accountId, owner.userId, owner.walletId],
      );
      await client.query('ANALYZE payment_links');
    });

    afterAll(() => client.end());

    /** The plans of the statements that read the first page. */
    async function plansOf(search: string): Promise<string[]> {
      const sent: string[] = [];
      const spying = Object.assign(Object.create(database) as Database, {
        report: (...[statement, parameters]: Parameters<Database['report']>) => {
          sent.push(statement.text);
          return database.report(statement, parameters);
        },
      });
      await new PostgresCollectionsReader(spying).listLinks(accountId, { kind: 'payment_link', search, limit: 20 });
      const plans = [];
      for (const text of sent) {
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${text}`);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      }
      return plans;
    }

    it.each([RARE, COMMON, newId()])('reads no link that an index does not lead to: %s', async (search) => {
      const plans = await plansOf(search);

      expect(plans.length).toBeGreaterThan(0);
      for (const plan of plans) expect(plan).not.toContain('Seq Scan');
    });

    it('finds few links by the index of the search', async () => {
      const [count, page] = await plansOf(RARE);

      expect(count).toContain('payment_links_words_idx');
      expect(page).toContain('payment_links_words_idx');
    });

    it('finds many links in the order of the list, without sorting them', async () => {
      const [, page] = await plansOf(COMMON);

      expect(page).toContain('payment_links_account_idx');
      expect(page).not.toContain('Sort');
    });

    it('finds many links that are all old by the index of the search, and not on the way through the whole list', async () => {
      const plans = await plansOf('vintage');
      const { items } = await reader.listLinks(accountId, { kind: 'payment_link', search: 'vintage', limit: 2 });

      expect(plans.at(-1)).toContain('payment_links_words_idx');
      expect(items.map(({ description }) => description)).toEqual(['Vintage 8001', 'Vintage 8002']);
    });

    it.each([
      [RARE, 10],
      [COMMON, 7_992],
      ['vintage', 1_998],
    ])('finds all of them: %s', async (search, count) => {
      let found = 0;
      for await (const link of reader.streamLinks(accountId, { kind: 'payment_link', search })) {
        if (link.description.toLowerCase().startsWith(search)) found += 1;
      }
      expect(found).toBe(count);
    });
  });
});
