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
    base = `http://127.0.0.1:${await server.listen(0)}`;
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

  it('say that the process lives', async () => {
    await expect(askJson('/health/live')).resolves.toEqual({ status: 200, body: { status: 'ok' } });
  });

  it('say that it lives although a dependency is down: a restart would not help', async () => {
    checks['database'] = () => Promise.reject(new Error('down'));
    expect((await ask('/health/live')).status).toBe(200);
  });

  it('say that it is ready when everything it needs answers', async () => {
    checks['redis'] = async () => undefined;
    await expect(askJson('/health/ready')).resolves.toEqual({
      status: 200,
      body: { status: 'ok', checks: { database: 'ok', redis: 'ok' } },
    });
  });

  it.each`
    how          | check
    ${'rejects'} | ${() => Promise.reject(new Error('connection refused'))}
    ${'throws'} | ${() => {
      throw new Error('connection refused');
    }}
    ${'hangs'}   | ${() => new Promise(() => undefined)}
  `('say that it is not ready, and why, when a check $how', async ({ check }) => {
    checks['redis'] = check;
    await expect(askJson('/health/ready')).resolves.toEqual({
      status: 503,
      body: { status: 'unavailable', checks: { database: 'ok', redis: 'down' } },
    });
  });

  it('do not tell the world what went wrong inside', async () => {
    checks['database'] = () => Promise.reject(new Error('password authentication failed for user "pay"'));
    expect((await ask('/health/ready')).text).not.toContain('password');
  });

  it('say that it is not ready while it stops, and that it lives', async () => {
    server.startDraining();
    await expect(askJson('/health/ready')).resolves.toEqual({ status: 503, body: { status: 'stopping' } });
    expect((await ask('/health/live')).status).toBe(200);
  });

  it('give the metrics in the form of Prometheus', async () => {
    metrics.counter('payments_total', 'Payments').inc(3);
    const { status, type, text } = await ask('/metrics');
    expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(text).toContain('payments_total{service="api"} 3');
  });

  it('give every other metric when one of them cannot be read', async () => {
    metrics.counter('payments_total', 'Payments').inc(3);
    metrics.gauge('lag_seconds', 'Lag', () => Promise.reject(new Error('the database is down')));
    const { status, text } = await ask('/metrics');
    expect(status).toBe(200);
    expect(text).toContain('payments_total{service="api"} 3');
    expect(text).not.toMatch(/^lag_seconds\{/m);
  });

  it('answer 500 when the metrics fail, and go on answering', async () => {
    jest.spyOn(metrics.registry, 'metrics').mockRejectedValueOnce(new Error('broken'));
    expect((await ask('/metrics')).status).toBe(500);
    expect((await ask('/metrics')).status).toBe(200);
  });

  it.each(['/', '/health', '/health/live/', '/metrics.json', '//metrics'])('know nothing of %s', async (path) => {
    expect((await ask(path)).status).toBe(404);
  });

  it('take no notice of a query', async () => {
    expect((await ask('/health/live?verbose=1')).status).toBe(200);
  });

  it.each(['POST', 'DELETE'] as const)('cannot be changed by %s', async (method) => {
    expect((await ask('/health/live', method)).status).toBe(405);
  });

  it('answer HEAD without a body', async () => {
    await expect(ask('/health/live', 'HEAD')).resolves.toMatchObject({ status: 200, text: '' });
  });

  it('report a port that is taken to whoever wants to listen', async () => {
    const another = new OpsServer({}, metrics);
    await expect(another.listen(Number(new URL(base).port))).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
