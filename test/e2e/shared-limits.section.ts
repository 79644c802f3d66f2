import { hasRedisServer, RedisServer } from '@app/platform/testing';
import { HttpClient } from '../support/http-client';
import { ensureBuilt, ServiceProcess } from '../support/processes';
import { TestService } from '../support/service';

// Redis is optional, also on the machine that runs the tests.
(hasRedisServer() ? describe : describe.each([]))('request limits that processes share through Redis', () => {
  let redis: RedisServer;
  let service: TestService;
  let processes: ServiceProcess[];

  beforeAll(async () => {
    await ensureBuilt();
    redis = await RedisServer.start();
    service = await TestService.start();
    const env = { DATABASE_URL: service.config.databaseUrl ?? '', REDIS_URL: redis.url, IP_RATE_LIMIT: '1000' };
    processes = await Promise.all([1, 2, 3].map(() => ServiceProcess.start('api', env)));
  }, 60_000);

  afterAll(async () => {
    await Promise.all(processes.map((process) => process.end('SIGTERM')));
    await service.stop();
    await redis.stop();
  });

  it('allow a key its ten requests across all processes', async () => {
    const { apiKey } = await service.merchant({ rateLimit: 10 });
    const clients = await Promise.all(
      processes.map(async (process) => new HttpClient(await process.url(), { authorization: `Bearer ${apiKey}` })),
    );
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, i) => clients[i % clients.length]!.get('/v1/wallets')),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(responses.filter(({ body }) => body.code === 'rate_limit_exceeded')).toHaveLength(20);
  });

  it.each(['api', 'delivery-worker'] as const)(
    'need a right password: the start of the %s ends with one line otherwise (rule 16.25)',
    async (app) => {
      const url = redis.url.replace('://', '://unknown:hunter2@');
      const env = { DATABASE_URL: service.config.databaseUrl ?? '', REDIS_URL: url };
      await expect(ServiceProcess.start(app, env)).rejects.toThrow(
        /ready: Cannot start: REDIS_URL has a user name or password that the server rejects\n$/,
      );
    },
  );

  /** As one of the processes shows it in its metrics. */
  const redisConnected = async () => {
    const metrics = await (await fetch(`${await processes[0]!.opsUrl()}/metrics`)).text();
    return /^redis_connected\{.*\} (.*)$/m.exec(metrics)?.[1];
  };

  it('show that they are shared (rule 16.26)', async () => {
    await expect(redisConnected()).resolves.toBe('1');
  });

  it('reject no request when Redis is down', async () => {
    const { apiKey } = await service.merchant();
    await redis.stop();
    const client = new HttpClient(await processes[0]!.url(), { authorization: `Bearer ${apiKey}` });
    expect((await client.get('/v1/wallets')).status).toBe(200);
  });

  it('show that each process counts by itself when Redis is down (rule 16.26)', async () => {
    await expect(redisConnected()).resolves.toBe('0');
  });
});
