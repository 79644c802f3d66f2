import { newId } from '@app/kernel';
import { createDataSource } from '@app/platform';
import type { DataSource, Migration } from 'typeorm';
import { createScratchDatabase } from '../../test/support/test-database';
import { applyMigrations } from './apply-migrations';
import { announceContraction } from './schema-state';

describe('the schema and running processes (rule 16.18)', () => {
  let database: Awaited<ReturnType<typeof createScratchDatabase>>;
  let source: DataSource;

  beforeEach(async () => {
    database = await createScratchDatabase();
    source = await createDataSource(database.url, 2, 'reader').initialize();
  });
  afterEach(async () => {
    await source.destroy();
    await database.drop();
  });

  const contraction = (admits: number) => ({ name: 'Drop1790000000099', instance: { admits } }) as unknown as Migration;
  const range = () => source.query<{ level: number; admits: number }[]>('SELECT level, admits FROM schema_versions');
  const run = (level: number) =>
    source.query('INSERT INTO service_processes (id, service, level) VALUES ($1, $2, $3)', [newId(), 'api', level]);

  it('is not contracted while a process runs that would not survive it', async () => {
    await run(98);
    const before = await range();
    await expect(announceContraction(source, contraction(99), {})).rejects.toThrow(
      'Drop1790000000099 is not applied while older processes run (api at level 98): stop them, or use --force',
    );
    expect(await range()).toEqual(before);
  });

  it.each([
    ['no older process runs', async () => void (await run(99)), {}],
    [
      'the older one is gone',
      async () => {
        await run(98);
        await source.query(`UPDATE service_processes SET seen_at = now() - interval '1 minute'`);
      },
      {},
    ],
    ['it is forced', async () => void (await run(98)), { force: true }],
  ])('is announced before it is contracted when %s', async (_when, prepare, options) => {
    await prepare();
    await announceContraction(source, contraction(99), options);
    expect(await range()).toEqual([{ level: 99, admits: 99 }]);
  });

  it('is expanded whatever runs', async () => {
    await run(1);
    const expansion = { name: 'Add1790000000099', instance: {} } as unknown as Migration;
    await expect(announceContraction(source, expansion, {})).resolves.toBeUndefined();
  });

  it('is migrated by a migration that waits for its lock, lets others pass and names who holds it', async () => {
    await source.query('DROP TABLE schema_versions, service_processes');
    await source.query(`DELETE FROM migrations WHERE name LIKE '%0051'`);
    const runner = source.createQueryRunner();
    await runner.startTransaction();
    await runner.query('CREATE TABLE schema_versions ()');
    await runner.query('SELECT pg_sleep(1.1)');
    const lines: string[] = [];
    const applied = applyMigrations(database.url, {
      say: (line) => {
        lines.push(line);
        void runner.rollbackTransaction();
      },
    });
    await expect(applied).resolves.toHaveLength(1);
    expect(lines).toEqual([
      expect.stringMatching(/waits for a lock: pid \d+ \(reader\) has been in a transaction for \d+ s$/),
    ]);
    await runner.release();
  });
});
