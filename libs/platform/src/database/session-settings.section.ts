import { createScratchDatabase } from '../../../../test/support/test-database';
import { createDataSource } from './data-source';

describe('a connection', () => {
  it('asks for no setting at its start, since poolers reject them', async () => {
    const { url, drop } = await createScratchDatabase();
    const source = createDataSource(url, 1, 'test');
    const { extra } = source.options as { extra: object };
    expect(Object.keys(extra).filter((name) => /timeout$|^options$/.test(name))).toEqual([]);
    await source.initialize();
    const [row] = await source.query<{ all: string[] }[]>(
      `SELECT ARRAY[current_setting('statement_timeout'), current_setting('lock_timeout'),
         current_setting('idle_in_transaction_session_timeout'), current_setting('plan_cache_mode')] AS all`,
    );
    expect(row?.all).toEqual(['8s', '5s', '15s', 'force_generic_plan']);
    await source.destroy();
    await drop();
  });
});
