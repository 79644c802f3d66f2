import { newId } from '@app/kernel';
import { DataSource } from 'typeorm';
import { until } from '../support/conditions';
import { HttpClient, type HttpResponse } from '../support/http-client';
import { signIn } from '../support/panel';
import { RecordedStatements } from '../support/recorded-statements';
import { TestService, type Merchant } from '../support/service';

const BEYOND = { status: 429, code: 'RATE_LIMIT_EXCEEDED' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const USERS_LIMIT = 3;

const resultOf = ({ status, body }: HttpResponse) => ({ status, code: body?.code as unknown });

/** Separate services with small limits, because all tests come from one address. */
describe('requests without a valid credential', () => {
  let service: TestService;
  let merchant: Merchant;
  let linkId: string;
  let panel: HttpClient;

  beforeAll(async () => {
    service = await TestService.start({ env: { ANONYMOUS_RATE_LIMIT: '1', TRUST_PROXY: '1' } });
    merchant = await service.merchant();
    linkId = await service.createLink(merchant);
    const { token } = await signIn(service, merchant);
    panel = new HttpClient(service.url, { authorization: `Bearer ${token}` });
  });

  afterAll(() => service.stop());

  let networks = 0;
  /** A client with an address of its own. */
  const stranger = () => new HttpClient(service.url, { 'x-forwarded-for': `198.51.100.${++networks}` });

  const surfaces: readonly [what: string, ask: (from: HttpClient) => Promise<HttpResponse>][] = [
    ['a checkout page', (from) => from.get(`/checkout/${linkId}`)],
    ['a checkout asset', (from) => from.get('/checkout/assets/checkout.css')],
    ['an order', (from) => from.post(`/checkout/${linkId}/orders`, 'method=none', FORM)],
    ['the documentation', (from) => from.get('/docs')],
    ['the documentation of the panel', (from) => from.get('/docs/panel/openapi.json')],
    ['the panel API without a session', (from) => from.get('/api/v1/clients/users')],
    ['a wrong session', (from) => from.get('/api/v1/clients/users', { authorization: 'Bearer wrong' })],
    ['a sign-in', (from) => from.post('/api/v1/clients/auth/login', { email: 'a@example.com', password: 'x' })],
    ['a forgotten password', (from) => from.post('/api/v1/clients/auth/forgot-password', { email: 'a@example.com' })],
    ['a mailed link', (from) => from.post('/api/v1/clients/auth/reset-password', {})],
    ['the state of no session', (from) => from.get('/api/v1/clients/auth/session')],
    ['the sandbox', (from) => from.get('/sandbox/mailbox?to=a@example.com')],
    ['a notification with a bad signature', (from) => from.post('/providers/sandbox/notifications', {})],
    ['a notification that is too large', (from) => from.post('/providers/sandbox/notifications', 'x'.repeat(110_000))],
    ['an unknown provider', (from) => from.post('/providers/none/notifications', {})],
    ['an unknown address', (from) => from.get('/nothing')],
    ['an address that cannot be decoded', (from) => from.get('/checkout/%zz')],
  ];

  it.each(surfaces)('are limited per address on every surface together: %s', async (_what, ask) => {
    const from = stranger();
    expect((await ask(from)).status).not.toBe(429);

    const beyond = await ask(from);

    expect(beyond.status).toBe(429);
    expect(Number(beyond.headers['retry-after'])).toBeGreaterThan(0);
    expect((await from.get('/nothing')).status).toBe(429);
    expect((await stranger().get('/nothing')).status).toBe(404);
  });

  it('leave the budget of pages alone when they are polls, which have four times as much (rule 4.8)', async () => {
    const from = stranger();
    const poll = () => from.get(`/checkout/${linkId}/status`);
    const statuses = [];
    for (let count = 0; count < 5; count++) statuses.push((await poll()).status);

    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    expect(Number((await poll()).headers['retry-after'])).toBeGreaterThan(0);
    expect((await from.get(`/checkout/${linkId}`)).status).toBe(200);
  });

  it('get the ordinary envelope beyond the limit', async () => {
    const from = stranger();
    await from.get('/nothing');

    expect((await from.get('/nothing')).body).toEqual({
      success: false,
      code: 'RATE_LIMIT_EXCEEDED',
      message: expect.stringMatching(/^Too many requests from this address\. Try again in \d+ s\.$/),
      retry_after: expect.any(Number),
    });
  });

  it('get a page beyond the limit on the pages for payers', async () => {
    const from = stranger();
    await from.get('/nothing');

    const { status, headers, text } = await from.get(`/checkout/${linkId}`);
    expect([status, headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
    expect(text).toContain('</html>');
  });

  it('leave requests with a valid credential alone, which do not count either', async () => {
    const address = { 'x-forwarded-for': '203.0.113.7' };
    const signedIn = () => panel.get('/api/v1/clients/users', address);
    const withKey = () => merchant.api.get('/v1/wallets', address);
    for (let i = 0; i < 3; i++) {
      expect([(await signedIn()).status, (await withKey()).status]).toEqual([200, 200]);
    }
    expect((await service.anonymous().get('/nothing', address)).status).toBe(404);
    expect((await service.anonymous().get('/nothing', address)).status).toBe(429);

    expect([(await signedIn()).status, (await withKey()).status]).toEqual([200, 200]);
    expect((await panel.get(`/api/v1/clients/received-payments/${newId()}`, address)).status).toBe(404);
  });

  it('cost no query once they are beyond the limit, and neither do invalid tokens', async () => {
    const from = stranger();
    const ask = () => from.get('/api/v1/clients/users', { authorization: `Bearer ${'x'.repeat(43)}` });
    const recorded = new RecordedStatements(service);
    try {
      expect(await recorded.during(async () => expect((await ask()).status).toBe(401))).toHaveLength(1);
      for (let i = 0; i < 3; i++) {
        expect(await recorded.during(async () => expect((await ask()).status).toBe(429))).toEqual([]);
      }
    } finally {
      recorded.stop();
    }
  });

  it('leave /v1 to its own limit', async () => {
    const from = stranger();
    const statuses = [];
    for (const path of ['/v1/wallets', '/v1/wallets', '/v1/nothing', '/v1/payment-links/1']) {
      statuses.push((await from.get(path)).status);
    }
    expect(statuses).toEqual([401, 401, 404, 404]);
  });

  it('do not include the notifications of a rail', async () => {
    const order = await withOrder();
    const sent = [];
    for (let i = 0; i < 3; i++) sent.push((await service.rail.paid(order)).status);
    expect(sent).toEqual([200, 200, 200]);
  });

  /** The rail comes from the address of the socket, which no test here has used up. */
  async function withOrder() {
    const other = await service.createLink(merchant);
    await stranger().post(`/checkout/${other}/orders`, 'method=ars_transfer', FORM);
    const [order] = await service.sql<{ reference: string; amount: string; currency: string }>(
      `SELECT provider_reference AS reference, terms ->> 'payerAmount' AS amount, terms ->> 'payerCurrency' AS currency
         FROM checkout_orders WHERE link_id = $1`,
      [other],
    );
    return order!;
  }
});

describe('requests of a panel user', () => {
  it('are limited per user, over all operations and sessions together', async () => {
    const service = await TestService.start({ env: { PANEL_RATE_LIMIT: String(USERS_LIMIT) } });
    const merchant = await service.merchant();
    const sessionOf = async (user: { email: string; password: string }) => {
      const { token } = await signIn(service, user);
      return new HttpClient(service.url, { authorization: `Bearer ${token}` });
    };
    const [one, same, colleague] = [
      await sessionOf(merchant),
      await sessionOf(merchant),
      await sessionOf(await service.addUser(merchant)),
    ];

    for (const path of ['auth/me', 'users', 'virtual-wallets']) {
      expect((await one.get(`/api/v1/clients/${path}`)).status).toBe(200);
    }
    const beyond = await same.get('/api/v1/clients/auth/me');

    expect(resultOf(beyond)).toEqual(BEYOND);
    expect(beyond.body.message).toMatch(/^Too many requests from this user\./);
    expect(beyond.headers['retry-after']).toBe(String(beyond.body.retry_after));
    expect((await colleague.get('/api/v1/clients/auth/me')).status).toBe(200);
    await service.stop();
  });
});

describe('lists and reports of a panel user', () => {
  it('run four at once; a fifth waits for 2 s and is rejected, and others are not affected', async () => {
    const service = await TestService.start();
    const merchant = await service.merchant();
    const [{ panel }, { panel: colleague }] = [
      await signIn(service, merchant),
      await signIn(service, await service.addUser(merchant)),
    ];
    const runner = service.get(DataSource).createQueryRunner();
    await runner.startTransaction();
    await runner.query('LOCK TABLE payouts IN ACCESS EXCLUSIVE MODE');

    const four = Array.from({ length: 4 }, () => panel.get('/payouts'));
    await until('four queries wait for the table', async () => {
      const waiting = await service.sql(
        `SELECT 1 FROM pg_locks WHERE relation = 'payouts'::regclass AND NOT granted AND database =
           (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      return waiting.length === 4;
    });
    const startedAt = performance.now();
    const fifth = await panel.get('/payouts?format=csv');

    expect(resultOf(fifth)).toEqual(BEYOND);
    expect(performance.now() - startedAt).toBeGreaterThan(1_900);
    expect((await panel.get('/account')).status).toBe(200);
    expect((await merchant.api.get('/v1/wallets')).status).toBe(200);
    await runner.rollbackTransaction();
    await runner.release();
    expect((await Promise.all(four)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await colleague.get('/payouts')).status).toBe(200);
    await service.stop();
  });
});
