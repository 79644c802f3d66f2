import type { DataSource } from 'typeorm';
import { createScratchDatabase } from '../../../../test/support/test-database';
import { RecordedLog } from '../testing';
import { createDataSource } from './data-source';
import { PostgresDatabase } from './postgres-database';
import { ReportUnavailableError } from './report-unavailable';
import { isFaultOfStandby, LONGEST_LAG_MS, Standby } from './standby';
import { statement } from './statement';

const WHERE = statement('test.where', 'SELECT name FROM servers');
const CONFLICT = statement('test.conflict', 'SELECT read_or_conflict() AS name');

/** Stands in for a server and, with other content, for its standby, whose lag the test sets. */
async function server(name: string, conflict: string) {
  const scratch = await createScratchDatabase();
  const made = await createDataSource(scratch.url, 1, 'test').initialize();
  await made.query('CREATE TABLE servers (name text)');
  await made.query('INSERT INTO servers VALUES ($1)', [name]);
  await made.query(`CREATE FUNCTION read_or_conflict() RETURNS text LANGUAGE plpgsql AS $$ BEGIN ${conflict} END $$`);
  await made.destroy();
  return scratch;
}

async function listed(database: PostgresDatabase, list = WHERE): Promise<string[]> {
  const names = (await database.report<{ name: string }>(list)).map(({ name }) => name);
  for await (const { name } of database.stream<{ name: string }>(WHERE)) names.push(name);
  return names;
}

describe('a standby (rule 16.19)', () => {
  let primary: Awaited<ReturnType<typeof createScratchDatabase>>;
  let replica: Awaited<ReturnType<typeof createScratchDatabase>>;
  let source: DataSource;
  let standby: Standby | undefined;
  let db: PostgresDatabase | undefined;
  let lagMs: number | null;

  beforeAll(async () => {
    primary = await server('primary', "RETURN 'primary';");
    replica = await server('standby', "RAISE EXCEPTION USING errcode = '40001';");
    source = await createDataSource(primary.url, 2, 'test').initialize();
  });
  afterAll(async () => {
    await source.destroy();
    await Promise.all([primary.drop(), replica.drop()]);
  });
  beforeEach(() => {
    lagMs = 0;
  });
  afterEach(async () => {
    await db?.onApplicationShutdown();
    db = undefined;
  });

  async function open(url = replica.url, log = new RecordedLog()): Promise<PostgresDatabase> {
    standby = new Standby(url, log, async () => lagMs);
    await standby.check();
    return (db = new PostgresDatabase(source, standby));
  }

  it('serves lists and files while it is close behind', async () => {
    expect(await listed(await open())).toEqual(['standby', 'standby']);
  });

  it('serves no other reads', async () => {
    expect(await (await open()).read(WHERE)).toEqual([{ name: 'primary' }]);
  });

  it.each([
    ['is too far behind', LONGEST_LAG_MS + 1],
    ['is no standby any more', null],
  ])('that %s serves nothing', async (_, lag) => {
    lagMs = lag;
    expect(await listed(await open())).toEqual(['primary', 'primary']);
  });

  it('serves lists again once it has caught up', async () => {
    lagMs = null;
    const database = await open();
    lagMs = 10;
    await standby!.check();
    expect(await listed(database)).toEqual(['standby', 'standby']);
  });

  it('that cannot be reached is replaced by the primary within the request', async () => {
    const database = await open('postgres://127.0.0.1:1/none');
    expect(await listed(database)).toEqual(['primary', 'primary']);
    expect(standby!.isUsable()).toBe(false);
  });

  it('whose recovery ends a statement is replaced by the primary within the request', async () => {
    expect(await (await open()).report(CONFLICT)).toEqual([{ name: 'primary' }]);
  });

  it('that is slow does not make the primary read the same again', () => {
    expect(isFaultOfStandby(ReportUnavailableError.tookTooLong())).toBe(false);
  });

  it('is logged when it is left and when it is used again', async () => {
    const log = new RecordedLog();
    await open(replica.url, log);
    lagMs = null;
    await standby!.check();
    await standby!.check();
    expect(log.lines.map(({ message }) => message)).toEqual([
      'lists are read from the standby',
      'lists are read from the primary',
    ]);
  });

  it('is not what a server is that has never been one', async () => {
    const server = new Standby(replica.url, new RecordedLog());
    await server.check();
    expect(server.isUsable()).toBe(false);
    await server.stop();
  });
});
