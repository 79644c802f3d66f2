import { request } from 'undici';
import { Metrics } from './metrics';
import { OpsServer, type ReadinessCheck } from './ops-server';

describe('the operational endpoints', () => {
  let server: OpsServer;
  let metrics: Metrics;
  let base: string;
  let checks: Record<string, ReadinessCheck>;

  beforeEach(async () => {
    checks = { database: async () => undefined };
    metrics = new Metrics('api', false);
    server = new OpsServer(checks, metrics);
    base = `http://127.0.0.1:${await server.listen(0, '127.0.0.1')}`;
  });
  afterEach(() => server.close());

  async function ask(path: string, method: 'GET' | 'HEAD' | 'POST' | 'DELETE' = 'GET') {
    const { statusCode: status, headers, body } = await request(base + path, { method });
    const text = await body.text();
    return { status, type: headers['content-type'], text };
  }
  const askJson = async (path: string) => {
    const { status, text } = await ask(path);
    return { status, body: JSON.parse(text) as unknown };
  };

  it('report that the process is live', async () => {
    await expect(askJson('/health/live')).resolves.toEqual({ status: 200, body: { status: 'ok' } });
  });

  it('report that the process is live while a dependency is down, because a restart would not help', async () => {
    checks['database'] = () => Promise.reject(new Error('down'));
    expect((await ask('/health/live')).status).toBe(200);
  });

  it('report that the process is ready when all dependencies respond', async () => {
    checks['redis'] = async () => undefined;
    await expect(askJson('/health/ready')).resolves.toEqual({
      status: 200,
      body: { status: 'ok', checks: { database: 'ok', redis: 'ok' } },
    });
  });

  it('show a note of a process that is ready all the same, and leave out one that cannot be read', async () => {
    const noted = new OpsServer({ database: async () => undefined }, new Metrics('test', false), {
      rates: async () => 'no usable rate: USD/ARS',
      other: () => Promise.reject(new Error('down')),
      nothing: async () => undefined,
    });
    const notedPort = await noted.listen(0, '127.0.0.1');
    const response = await fetch(`http://127.0.0.1:${notedPort}/health/ready`);
    expect([response.status, await response.json()]).toEqual([
      200,
      { status: 'ok', checks: { database: 'ok' }, notes: { rates: 'no usable rate: USD/ARS' } },
    ]);
    await noted.close();
  });

  it.each`
    how          | check
    ${'rejects'} | ${() => Promise.reject(new Error('connection refused'))}
    ${'throws'} | ${() => {
      throw new Error('connection refused');
    }}
    ${'hangs'}   | ${() => new Promise(() => undefined)}
  `('report that the process is not ready, and why, when a check $how', async ({ check }) => {
    checks['redis'] = check;
    await expect(askJson('/health/ready')).resolves.toEqual({
      status: 503,
      body: { status: 'unavailable', checks: { database: 'ok', redis: 'down' } },
    });
  });

  it('do not reveal the cause of a failure', async () => {
    checks['database'] = () => Promise.reject(new Error('password authentication failed for user "pay"'));
    expect((await ask('/health/ready')).text).not.toContain('password');
  });

  it('report that a stopping process is live but not ready', async () => {
    server.startDraining();
    await expect(askJson('/health/ready')).resolves.toEqual({ status: 503, body: { status: 'stopping' } });
    expect((await ask('/health/live')).status).toBe(200);
  });

  it('return the metrics in the Prometheus format', async () => {
    metrics.counter('payments_total', 'Payments').inc(3);
    const { status, type, text } = await ask('/metrics');
    expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(text).toContain('payments_total{service="api"} 3');
  });

  it('return all other metrics when one of them cannot be read', async () => {
    metrics.counter('payments_total', 'Payments').inc(3);
    metrics.gauge('lag_seconds', 'Lag', () => Promise.reject(new Error('the database is down')));
    const { status, text } = await ask('/metrics');
    expect(status).toBe(200);
    expect(text).toContain('payments_total{service="api"} 3');
    expect(text).not.toMatch(/^lag_seconds\{/m);
  });

  it('return 500 when the metrics fail, and keep serving', async () => {
    jest.spyOn(metrics.registry, 'metrics').mockRejectedValueOnce(new Error('broken'));
    expect((await ask('/metrics')).status).toBe(500);
    expect((await ask('/metrics')).status).toBe(200);
  });

  it.each(['/', '/health', '/health/live/', '/metrics.json', '//metrics'])('return 404 for %s', async (path) => {
    expect((await ask(path)).status).toBe(404);
  });

  it('ignore the query string', async () => {
    expect((await ask('/health/live?verbose=1')).status).toBe(200);
  });

  it.each(['POST', 'DELETE'] as const)('reject %s', async (method) => {
    expect((await ask('/health/live', method)).status).toBe(405);
  });

  it('respond to HEAD without a body', async () => {
    await expect(ask('/health/live', 'HEAD')).resolves.toMatchObject({ status: 200, text: '' });
  });

  it('fail to start when the port is taken', async () => {
    const another = new OpsServer({}, metrics);
    await expect(another.listen(Number(new URL(base).port), '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
