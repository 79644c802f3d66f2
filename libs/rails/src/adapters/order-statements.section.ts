import { newId } from '@app/kernel';
import { createDataSource, PostgresDatabase } from '@app/platform';
import type { DataSource } from 'typeorm';
import { RowLock } from '../../../../test/support/row-lock';
import { createScratchDatabase } from '../../../../test/support/test-database';
import { orderStatements } from './order-statements';

const LEASE_MS = 60_000;

describe('the claim of due orders', () => {
  const { claim } = orderStatements({ name: 'test_orders', columns: 'o.id', openStatuses: ['requested'] });
  let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
  let source: DataSource;

  beforeAll(async () => {
    scratch = await createScratchDatabase();
    source = await createDataSource(scratch.url, 5, 'test').initialize();
    await source.query(`CREATE TABLE test_orders (id uuid PRIMARY KEY, account_id uuid, status text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(), attempts integer NOT NULL DEFAULT 0, attempted_at timestamptz,
      next_attempt_at timestamptz, leased_until timestamptz, last_error text,
      submission integer NOT NULL DEFAULT 1, key_used_at timestamptz, case_opened_at timestamptz)`);
  });
  afterAll(async () => {
    await source.destroy();
    await scratch.drop();
  });

  async function due(status = 'requested'): Promise<string> {
    const id = newId();
    await source.query('INSERT INTO test_orders (id, status, next_attempt_at) VALUES ($1, $2, now())', [id, status]);
    return id;
  }

  async function claimed(limit = 10): Promise<string[]> {
    const rows = await new PostgresDatabase(source).read<{ id: string }>(claim, [limit, LEASE_MS]);
    return rows.map(({ id }) => id);
  }

  it('waits for no order that another worker has locked (rule 11.10)', async () => {
    const [locked, free] = [await due(), await due()];
    const lock = await RowLock.hold(scratch.url, 'SELECT FROM test_orders WHERE id = $1', [locked]);

    expect(await claimed()).toEqual([free]);
    await lock.release();
    expect(await claimed()).toEqual([locked]);
  });

  it('takes each order once, in however many workers', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => due()));
    const claims = await Promise.all(Array.from({ length: 5 }, () => claimed()));

    expect(claims.flat().sort()).toEqual(ids.sort());
  });

  it('takes no order that is closed, even if it is due', async () => {
    await due('failed');
    expect(await claimed()).toEqual([]);
  });
});
