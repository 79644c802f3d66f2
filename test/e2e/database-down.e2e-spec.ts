import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { acquireEmbeddedPostgres } from '../../tools/embedded-postgres';
import { applyMigrations } from '../../tools/start/apply-migrations';
import { until } from '../support/conditions';
import { HttpClient } from '../support/http-client';
import { TestService, type Merchant } from '../support/service';
import { scratchFolder } from '../support/test-database';

/** The longest acceptable wait of a caller: the wait for a connection is limited to three seconds. */
const SOON_MS = 5_000;

describe('while the database is down', () => {
  const link = { amount: 15000, currency: 'ARS', description: 'Order 1001' };
  let server: Awaited<ReturnType<typeof acquireEmbeddedPostgres>>;
  let dataDir: string;
  let service: TestService;
  let merchant: Merchant;
  let ops: HttpClient;

  beforeAll(async () => {
    dataDir = scratchFolder();
    server = await acquireEmbeddedPostgres({ dataDir });
    await applyMigrations(server.url);
    service = await TestService.start({ env: { DATABASE_URL: server.url } });
    ops = new HttpClient(`http://127.0.0.1:${service.api.opsPort}`);
    merchant = await service.merchant();
    // The key is cached from here on, so that the operations fail and not the authentication.
    expect((await merchant.api.get('/v1/wallets')).status).toBe(200);
    // Like a power failure, unlike `stop`, which would end the lease on the server.
    process.kill(Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  }, 60_000);

  afterAll(async () => {
    await service.stop();
    await server.stop();
  });

  it.each([
    ['POST', '/v1/payment-links', link, 500, 'SYSTEM_DATABASE_ERROR'],
    ['GET', '/v1/wallets', undefined, 500, 'SYSTEM_DATABASE_ERROR'],
    ['GET', '/v1/webhooks', undefined, 500, 'SYSTEM_DATABASE_ERROR'],
    ['POST', '/v1/conversions/quote', { amount: 1, origin: 'BRL', destination: 'ARS' }, 500, 'CONVERSION_QUOTE_ERROR'],
    ['POST', '/v1/conversions/rate', { origin: 'BRL', destination: 'ARS' }, 422, 'EXCHANGE_RATE_UNAVAILABLE'],
  ] as const)('%s %s fails soon, with its code', async (method, path, body, status, code) => {
    const askedAt = performance.now();
    const response = await merchant.api.send(method, path, body);
    expect([response.status, response.body.code]).toEqual([status, code]);
    expect(performance.now() - askedAt).toBeLessThan(SOON_MS);
  });

  it('the process is live but not ready', async () => {
    expect((await ops.get('/health/live')).status).toBe(200);
    expect((await ops.get('/health/ready')).body).toEqual({
      status: 'unavailable',
      checks: { database: 'down', schema: 'ok' },
    });
  });

  it('the process recovers automatically when the database is back', async () => {
    await server.revive();
    await until('it is ready', async () => (await ops.get('/health/ready')).status === 200);
    expect((await merchant.api.post('/v1/payment-links', link)).status).toBe(201);
  });
});
