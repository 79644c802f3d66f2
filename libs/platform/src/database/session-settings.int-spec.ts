import { createScratchDatabase } from '../../../../test/support/test-database';
import { applyMigrations } from '../../../../tools/start/apply-migrations';
import { Client } from 'pg';
import { createDataSource } from './data-source';

describe('a connection', () => {
  it('asks for no setting at its start, since poolers refuse them', async () => {
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

  it.each(['LATIN1', 'SQL_ASCII'])(
    'to a database in %s is refused at start and migration, by one line',
    async (encoding) => {
      const { url, drop } = await createScratchDatabase();
      const name = `old_${encoding.toLowerCase()}_${process.pid}`;
      const staff = new Client({ connectionString: url });
      await staff.connect();
      await staff.query(
        `CREATE DATABASE ${name} ENCODING '${encoding}' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0`,
      );
      const other = Object.assign(new URL(url), { pathname: `/${name}` }).href;
      const line = `DATABASE_URL must lead to a database in UTF8, and this one is in ${encoding}`;
      await expect(createDataSource(other, 1, 'test').initialize()).rejects.toThrow(line);
      await expect(applyMigrations(other)).rejects.toThrow(line);
      await staff.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await staff.end();
      await drop();
    },
  );
});
