import { createDataSource } from '@app/platform';
import type { DataSource } from 'typeorm';
import { planOf } from '../../../../test/support/plans';
import { createScratchDatabase } from '../../../../test/support/test-database';
import { aWallet, postgresLedger } from '../testing';
import { DAYS } from './postgres-ledger.reader';

describe('the totals of days', () => {
  let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
  let source: DataSource;

  beforeAll(async () => {
    scratch = await createScratchDatabase();
    source = await createDataSource(scratch.url, 2, 'test').initialize();
  });
  afterAll(async () => {
    await source.destroy();
    await scratch.drop();
  });

  it('read at most one row per day, by primary key, and no posting, so that the cost follows the days', async () => {
    const { id } = await aWallet(postgresLedger(source), { credit: '10' });
    await source.query(
      `INSERT INTO wallet_days SELECT $1, '2001-01-01'::date + n, 0, 0, 0 FROM generate_series(1, 5000) n`,
      [id],
    );
    await source.query('ANALYZE wallet_days');
    const plan = await planOf(source, DAYS, [id, '2005-01-01', 366]);
    expect(plan).toMatch(
      /-> +Limit [^\n]*rows=367 [^\n]*\n +-> +Index Scan using wallet_days_pkey on wallet_days d [^\n]*\n +Index Cond: \(\(wallet_id = w\.id\) AND \(day >= /,
    );
    expect(plan).not.toContain('postings');
  });
});
