import { newId } from '@app/kernel';
import { call, LINK, LINK_OPERATIONS, OPERATIONS, succeed } from '../../support/external-operations';
import type { HttpResponse } from '../../support/http-client';
import { TestService, type Merchant, type TestKey } from '../../support/service';

const SHOP = 'https://shop.example';
const ON_AN_ID = OPERATIONS.filter((operation) => operation.includes('{id}'));
const NEED_NO_USER = OPERATIONS.filter((operation) => !LINK_OPERATIONS.includes(operation));

describe('Authentication, Order of checks', () => {
  let service: TestService;
  let merchant: Merchant;
  const others: TestService[] = [];

  beforeAll(async () => {
    service = await TestService.start();
    merchant = await service.merchant({ cards: true });
  });

  afterAll(async () => {
    await Promise.all([service, ...others].map((each) => each.stop()));
  });

  /** A separate service, whose limit for this address is used up. */
  async function exhausted(): Promise<TestService> {
    const started = await TestService.start({ env: { IP_RATE_LIMIT: '1' } });
    others.push(started);
    await started.anonymous().get('/v1/wallets');
    return started;
  }

  function expectLayer({ status, body }: HttpResponse, wanted: number, code: string): void {
    expect(body).toEqual({ error: expect.any(String), code });
    expect(status).toBe(wanted);
  }

  function expectOrdinary({ status, body }: HttpResponse, wanted: number, code: string): void {
    expect(body).toEqual({ success: false, code, message: expect.any(String) });
    expect(status).toBe(wanted);
  }

  it.each(ON_AN_ID)(
    'the route is matched first: %s on an id that is not a UUID, without a key (rule 1.6)',
    async (operation) => {
      for (const id of ['1', 'not-a-uuid', `${newId()}x`, newId().replaceAll('-', '')]) {
        expectOrdinary(await call(operation, service.anonymous(), id), 404, 'RESOURCE_NOT_FOUND');
      }
    },
  );

  it('the route is matched before the per-IP limit (rule 1.6)', async () => {
    const limited = await exhausted();

    expectOrdinary(await limited.anonymous().get('/v1/webhooks/1'), 404, 'RESOURCE_NOT_FOUND');
  });

  it('the per-IP limit comes next, counts requests without a key and rejects them (rule 1.6)', async () => {
    const limited = await exhausted();

    expect((await limited.anonymous().get('/v1/wallets')).body.code).toBe('RATE_LIMIT_EXCEEDED');
  });

  it.each([
    ['broken', '{"amount":'],
    ['no object', '[]'],
    ['invalid', '{"amount":"x"}'],
    ['too large', JSON.stringify({ description: 'x'.repeat(200_000) })],
  ])('authentication comes before the body when the body is %s: 401 without a key (rule 1.6)', async (_what, body) => {
    expectLayer(await service.anonymous().post('/v1/payment-links', body), 401, 'missing_api_key');
  });

  it('authentication comes before the origin (rule 1.6)', async () => {
    const { apiKey, keyId } = await service.issueKey(merchant, { allowedOrigins: [SHOP] });
    await service.sql('UPDATE api_keys SET is_active = false WHERE id = $1', [keyId]);

    expectLayer(await service.anonymous().get('/v1/wallets', { 'x-api-key': apiKey }), 401, 'invalid_api_key');
  });

  it('the origin comes next, before the per-key limit (rule 1.6)', async () => {
    const { api } = await service.issueKey(merchant, { rateLimit: 1, allowedOrigins: [SHOP] });
    await api.get('/v1/wallets', { origin: SHOP });

    expect((await api.get('/v1/wallets')).body.code).toBe('ORIGIN_NOT_ALLOWED');
  });

  it('a request that is rejected for its origin does not count for the per-key limit (rule 1.6)', async () => {
    const { api } = await service.issueKey(merchant, { rateLimit: 1, allowedOrigins: [SHOP] });
    await api.get('/v1/wallets');

    expect((await api.get('/v1/wallets', { origin: SHOP })).status).toBe(200);
  });

  it.each(['{', '{"amount":"x"}'])('the per-key limit is checked before the body %s (rule 1.6)', async (body) => {
    const { api } = await service.issueKey(merchant, { rateLimit: 1 });
    await api.get('/v1/wallets');

    expect((await api.post('/v1/payment-links', body)).body.code).toBe('rate_limit_exceeded');
  });

  it('the controller, and with it the body, comes after all of them (rule 1.6)', async () => {
    const { api } = await service.issueKey(merchant, { rateLimit: 1, allowedOrigins: [SHOP] });
    const create = (headers: Record<string, string>) =>
      api.post('/v1/payment-links', { ...LINK, amount: 'x' }, headers);
    const responses = [await create({}), await create({ origin: SHOP }), await create({ origin: SHOP })];

    expect(responses.map(({ body }) => body.code as string)).toEqual([
      'ORIGIN_NOT_ALLOWED',
      'VALIDATION_FAILED',
      'rate_limit_exceeded',
    ]);
  });

  describe('a verified key', () => {
    let incomplete: TestKey;
    let orphaned: TestKey;

    beforeAll(async () => {
      incomplete = await service.issueKey(merchant);
      await service.sql('UPDATE api_keys SET user_id = NULL WHERE id = $1', [incomplete.keyId]);
      const user = await service.addUser(merchant);
      orphaned = await service.issueKey(merchant, { userId: user.id });
      await service.sql('UPDATE users SET deleted_at = now() WHERE id = $1', [user.id]);
    });

    it.each(LINK_OPERATIONS)('whose record is incomplete: INVALID_API_KEY on %s (rule 2.18)', async (operation) => {
      expectOrdinary(await call(operation, incomplete.api), 401, 'INVALID_API_KEY');
    });

    it.each(LINK_OPERATIONS)('whose user is gone: USER_NOT_FOUND on %s (rule 2.18)', async (operation) => {
      expectOrdinary(await call(operation, orphaned.api), 404, 'USER_NOT_FOUND');
    });

    it.each(NEED_NO_USER)('works in both cases on %s (rule 2.18)', async (operation) => {
      expect((await succeed(operation, incomplete.api, merchant)).status).toBeLessThan(300);
      expect((await succeed(operation, orphaned.api, merchant)).status).toBeLessThan(300);
    });
  });
});
