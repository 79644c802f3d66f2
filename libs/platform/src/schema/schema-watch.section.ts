import type { DataSource } from 'typeorm';
import { until } from '../../../../test/support/conditions';
import { createScratchDatabase } from '../../../../test/support/test-database';
import { createDataSource } from '../database/data-source';
import { guardOf, PostgresDatabase } from '../database/postgres-database';
import { statement } from '../database/statement';
import { SilentLog } from '../logging/log';
import { CODE_LEVEL, SchemaMismatchError } from './schema-range';
import { SchemaWatch } from './schema-watch';

const PING = statement('schema.ping', 'SELECT 1');

describe('a process and the schema (rule 16.17)', () => {
  let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
  let source: DataSource;
  let db: PostgresDatabase;
  let admin: DataSource;
  const watches: SchemaWatch[] = [];

  beforeEach(async () => {
    scratch = await createScratchDatabase();
    [source, admin] = await Promise.all([open(), open()]);
    db = new PostgresDatabase(source);
  });
  afterEach(async () => {
    for (const watch of watches.splice(0)) watch.stop();
    await source.destroy();
    await admin.destroy();
    await scratch.drop();
  });

  const open = () => createDataSource(scratch.url, 2, 'test').initialize();
  const watchOf = (level = CODE_LEVEL) => {
    const watch = new SchemaWatch(db, 'api', new SilentLog(), level);
    watches.push(watch);
    return watch;
  };

  it('starts on the schema that it was built with, and is recorded', async () => {
    await watchOf().start();
    expect(await admin.query('SELECT service, level FROM service_processes')).toEqual([
      { service: 'api', level: CODE_LEVEL },
    ]);
  });

  it('starts on a newer schema that admits it', async () => {
    await admin.query('UPDATE schema_versions SET level = level + 1');
    await expect(watchOf().start()).resolves.toBeUndefined();
  });

  it('does not start on an older one', async () => {
    await expect(watchOf(CODE_LEVEL + 1).start()).rejects.toThrow('run the migrations');
  });

  it('does not start on one that admits only newer versions', async () => {
    await admin.query('UPDATE schema_versions SET admits = level');
    await expect(watchOf(CODE_LEVEL - 1).start()).rejects.toThrow('start a newer version');
  });

  it('does not start on a schema from before versions were recorded', async () => {
    await admin.query('DROP TABLE schema_versions');
    await expect(watchOf().start()).rejects.toThrow('at level 0');
  });

  it('is not ready, and writes nothing more, once the schema does not admit it', async () => {
    const watch = watchOf();
    const left = new Promise<SchemaMismatchError>((resolve) => watch.onLeave(resolve));
    watch.onLeave((mismatch) => guardOf(source)?.closeForGood(mismatch));
    await watch.start();
    await expect(watch.check()).resolves.toBeUndefined();
    await admin.query('UPDATE schema_versions SET level = level + 1, admits = level + 1');

    expect((await left).message).toContain('start a newer version');
    await expect(watch.check()).rejects.toThrow(SchemaMismatchError);
    await until('no connection is left', async () => {
      const failed = await db.read(PING).then(
        () => undefined,
        (error: unknown) => error,
      );
      return failed instanceof SchemaMismatchError;
    });
  });
});
