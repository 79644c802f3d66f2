import { Clock, UnitOfWork } from '@app/kernel';
import { Test, type TestingModule } from '@nestjs/testing';
import { DataSource } from 'typeorm';
import { testDatabaseUrl } from '../../../test/support/test-database';
import { loadConfig } from './config/config';
import { CONFIG } from './config/token';
import { Database } from './database/database';
import { statement } from './database/statement';
import { Log, SilentLog } from './logging/log';
import { Metrics } from './ops-server/metrics';
import { PlatformModule } from './platform.module';
import { CODE_LEVEL } from './schema/schema-range';

const SECRETS = {
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
  API_KEY_PEPPER: Buffer.alloc(32).toString('base64'),
  PLATFORM_WEBHOOK_SECRET: 'x'.repeat(32),
};

describe('the platform module', () => {
  let app: TestingModule;
  const log = new SilentLog();

  beforeAll(async () => {
    const databaseUrl = await testDatabaseUrl();
    const config = { ...loadConfig({ DATABASE_POOL_SIZE: '2' }, () => SECRETS), databaseUrl };
    app = await Test.createTestingModule({
      imports: [PlatformModule.forRoot({ config, service: 'delivery-worker', log })],
    }).compile();
  });
  afterAll(() => app.get(DataSource).destroy());

  it('gives every process its configuration, log and clock', () => {
    expect(app.get(CONFIG)).toMatchObject({ databasePoolSize: 2 });
    expect(app.get(Log)).toBe(log);
    expect(app.get(Clock).now()).toBeInstanceOf(Date);
  });

  it('gives every process one pool for transactions and reads, under the name of the process', async () => {
    const name = statement('module.name', `SELECT current_setting('application_name') AS name`);
    const db = app.get(Database);
    const [inside, outside] = [await app.get(UnitOfWork).run((tx) => db.in(tx).query(name)), await db.read(name)];
    expect([inside, outside]).toEqual([[{ name: 'delivery-worker' }], [{ name: 'delivery-worker' }]]);
  });

  it('reports how many connections are open and how many callers wait for one', async () => {
    const text = await app.get(Metrics).registry.metrics();
    expect(text).toMatch(/^database_pool_connections\{pool="main",service="delivery-worker"\} [1-2]$/m);
    expect(text).toMatch(/^database_pool_waiting\{pool="main",service="delivery-worker"\} 0$/m);
    expect(text).toMatch(/^database_pool_max\{pool="main",service="delivery-worker"\} 2$/m);
  });

  it('reports how long callers waited who found no idle connection (rule 16.23)', async () => {
    const nap = statement('module.nap', 'SELECT pg_sleep(0.01)');
    await Promise.all([1, 2, 3].map(() => app.get(Database).read(nap)));
    const text = await app.get(Metrics).registry.metrics();
    const [, waits] =
      /^database_pool_wait_seconds_count\{service="delivery-worker",pool="main"\} (\d+)$/m.exec(text) ?? [];
    expect(Number(waits)).toBeGreaterThanOrEqual(1);
  });

  it('reports the connections of reports apart (rule 16.23)', async () => {
    await app.get(Database).report(statement('module.one', 'SELECT 1'));
    const text = await app.get(Metrics).registry.metrics();
    expect(text).toMatch(/^database_pool_max\{pool="reports",service="delivery-worker"\} 8$/m);
  });

  it('reports the level of the schema and its own', async () => {
    const text = await app.get(Metrics).registry.metrics();
    expect(text).toMatch(new RegExp(`^schema_level\\{service="delivery-worker"\\} ${CODE_LEVEL}$`, 'm'));
    expect(text).toMatch(new RegExp(`^schema_code_level\\{service="delivery-worker"\\} ${CODE_LEVEL}$`, 'm'));
  });
});
