import { call, OPERATIONS, succeed } from '../../support/external-operations';
import { ScriptedClient } from '../../support/sdk';
import { TestService, type Merchant } from '../../support/service';

const SECONDS = 1_000;

describe('Errors, 429 details', () => {
  let service: TestService;
  let merchant: Merchant;
  const others: TestService[] = [];

  beforeAll(async () => {
    service = await TestService.start();
    merchant = await service.merchant({ cards: true });
  });

  afterEach(() => jest.restoreAllMocks());

  afterAll(async () => {
    await Promise.all([service, ...others].map((each) => each.stop()));
  });

  /** A separate service, because a limit that one test uses up applies to all tests from this address. */
  async function limited(requests: number): Promise<TestService> {
    const started = await TestService.start({ env: { IP_RATE_LIMIT: String(requests) } });
    others.push(started);
    return started;
  }

  /** The response that a limit of one request gives to the second one. */
  async function rejectedByAddress() {
    const one = await limited(1);
    await one.anonymous().get('/v1/wallets');
    return one.anonymous().get('/v1/wallets');
  }

  async function rejectedByKey() {
    const { api } = await service.issueKey(merchant, { rateLimit: 1 });
    await api.get('/v1/wallets');
    return api.get('/v1/wallets');
  }

  /** Replaces the clock of the windows; returns a function that advances it. */
  function monotonicClock(): (ms: number) => void {
    const now = performance.now.bind(performance);
    let ahead = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
    return (ms) => (ahead += ms);
  }

  it('the per-IP limit applies to all sixteen operations (rule 1.7)', async () => {
    const none = await limited(1);
    await none.anonymous().get('/v1/wallets');
    const { api } = merchant;
    expect((await api.get('/v1/wallets')).status).toBe(200);

    for (const operation of OPERATIONS) {
      const { status, body } = await call(operation, none.anonymous());
      expect([operation, status, body.code]).toEqual([operation, 429, 'RATE_LIMIT_EXCEEDED']);
    }
  });

  it.each(OPERATIONS)('the per-key limit applies to %s (rule 1.8)', async (operation) => {
    const { api } = await service.issueKey(merchant, { rateLimit: 1 });
    expect((await succeed(operation, api, merchant)).status).toBeLessThan(300);

    const { status, body } = await call(operation, api);
    expect([status, body.code]).toEqual([429, 'rate_limit_exceeded']);
  });

  it('the two limits are independent: using up one does not change the other (rule 1.9)', async () => {
    const three = await limited(3);
    const owner = await three.merchant();
    const [one, other] = [await three.issueKey(owner, { rateLimit: 1 }), await three.issueKey(owner, { rateLimit: 1 })];
    const responses = [one, one, other, other].map(
      ({ api }) =>
        () =>
          api.get('/v1/wallets'),
    );
    const codes: unknown[] = [];
    for (const ask of responses) codes.push((await ask()).body.code);

    expect(codes).toEqual([undefined, 'rate_limit_exceeded', undefined, 'RATE_LIMIT_EXCEEDED']);
  });

  it('the error of the per-IP limit has the ordinary envelope (rule 1.10)', async () => {
    const { status, body } = await rejectedByAddress();

    expect(status).toBe(429);
    expect(body).toEqual({
      success: false,
      message: expect.any(String),
      code: 'RATE_LIMIT_EXCEEDED',
      retry_after: expect.any(Number),
    });
  });

  it('the error of the per-key limit has the layer envelope (rule 1.10)', async () => {
    const { status, body } = await rejectedByKey();

    expect(status).toBe(429);
    expect(body).toEqual({
      error: expect.any(String),
      code: 'rate_limit_exceeded',
      retry_after: expect.any(Number),
    });
  });

  it('only the per-IP rejection sets Retry-After (rule 1.11)', async () => {
    const [byAddress, byKey] = [await rejectedByAddress(), await rejectedByKey()];

    expect(byAddress.headers['retry-after']).toBe(String(byAddress.body.retry_after));
    expect(byKey.headers).not.toHaveProperty('retry-after');
  });

  it.each([
    ['address', rejectedByAddress],
    ['key', rejectedByKey],
  ])('retry_after is in whole seconds, at most the window, for the %s (rule 1.11)', async (_whose, rejected) => {
    const { retry_after } = (await rejected()).body as { retry_after: number };

    expect(Number.isInteger(retry_after)).toBe(true);
    expect(retry_after).toBeGreaterThan(0);
    expect(retry_after).toBeLessThanOrEqual(60);
  });

  it.each([
    { success: false, message: 'Wait.', code: 'RATE_LIMIT_EXCEEDED', retry_after: 17 },
    { error: 'Wait.', code: 'rate_limit_exceeded', retry_after: 17 },
  ])('a client waits for the time in the body: $code (rule 1.11)', async (body) => {
    const limit = { status: 429, body, headers: { 'Retry-After': '59' } };
    const scripted = new ScriptedClient([limit, { status: 200, body: { success: true, message: 'm', data: [] } }]);
    await scripted.client.wallets.list();

    expect(scripted.waits).toEqual([17 * SECONDS]);
  });

  it.each([
    ['address', async () => (await limited(2)).anonymous()],
    ['key', async () => (await service.issueKey(merchant, { rateLimit: 2 })).api],
  ])(
    'the window of the %s starts with its first request, and no request extends it (rule 1.12)',
    async (_whose, open) => {
      const api = await open();
      const elapse = monotonicClock();
      elapse(300 * SECONDS);
      await api.get('/v1/wallets');
      elapse(50 * SECONDS);
      await api.get('/v1/wallets');

      const { retry_after } = (await api.get('/v1/wallets')).body as { retry_after: number };
      expect(retry_after).toBeGreaterThan(5);
      expect(retry_after).toBeLessThanOrEqual(10);
    },
  );

  it.each([
    ['address', async () => (await limited(2)).anonymous()],
    ['key', async () => (await service.issueKey(merchant, { rateLimit: 2 })).api],
  ])('the counter of the %s starts from zero when the window ends (rule 1.12)', async (_whose, open) => {
    const api = await open();
    const elapse = monotonicClock();
    const three = async () => {
      const statuses: number[] = [];
      for (let request = 0; request < 3; request++) statuses.push((await api.get('/v1/wallets')).status);
      return statuses.map((status) => status === 429);
    };

    expect(await three()).toEqual([false, false, true]);
    elapse(60 * SECONDS);
    // A sliding window would still count the requests just before its end.
    expect(await three()).toEqual([false, false, true]);
  });

  it.each(OPERATIONS)(
    'a success has the four counters, and no header with the reset time: %s (rule 1.13)',
    async (operation) => {
      const { api } = await service.issueKey(merchant, { rateLimit: 9 });
      const { status, headers } = await succeed(operation, api, merchant);
      const counters = Object.entries(headers).filter(([name]) => /rate-?limit|retry|reset/.test(name));

      expect(status).toBeLessThan(300);
      expect(Object.fromEntries(counters)).toEqual({
        'x-ratelimit-limit-ip': '1000000',
        'x-ratelimit-remaining-ip': expect.stringMatching(/^\d+$/),
        'x-ratelimit-limit': '9',
        'x-ratelimit-remaining': '8',
      });
    },
  );

  it('the counters decrease with each request (rule 1.13)', async () => {
    const fifty = await limited(50);
    const { api } = await fifty.issueKey(await fifty.merchant(), { rateLimit: 9 });
    await fifty.anonymous().get('/v1/wallets');

    expect((await api.get('/v1/wallets')).headers).toMatchObject({
      'x-ratelimit-limit-ip': '50',
      'x-ratelimit-remaining-ip': '48',
      'x-ratelimit-limit': '9',
      'x-ratelimit-remaining': '8',
    });
  });
});
