import { newId } from '@app/kernel';
import type { HttpResponse } from '../../support/http-client';
import { LOGIN, signIn } from '../../support/panel';
import { TestService, type Merchant } from '../../support/service';

const OPERATIONS = [
  ['POST', '/api/v1/clients/auth/logout'],
  ['GET', '/api/v1/clients/auth/me'],
  ['GET', '/api/v1/clients/auth/sessions'],
  ['DELETE', '/api/v1/clients/auth/sessions'],
  ['DELETE', '/api/v1/clients/auth/sessions/01890a5d-ac96-774b-bcce-b302099a8057'],
  ['POST', '/api/v1/clients/auth/change-password'],
  ['POST', '/api/v1/clients/auth/confirm'],
  ['POST', '/api/v1/clients/auth/totp'],
  ['POST', '/api/v1/clients/auth/totp/confirm'],
  ['DELETE', '/api/v1/clients/auth/totp'],
  ['GET', '/api/v1/clients/account'],
  ['GET', '/api/v1/clients/api-keys'],
  ['POST', '/api/v1/clients/api-keys'],
  ['PATCH', '/api/v1/clients/api-keys/01890a5d-ac96-774b-bcce-b302099a8057'],
  ['DELETE', '/api/v1/clients/api-keys/01890a5d-ac96-774b-bcce-b302099a8057'],
  ['GET', '/api/v1/clients/virtual-wallets'],
  ['GET', '/api/v1/clients/virtual-wallets/01890a5d-ac96-774b-bcce-b302099a8057/proof'],
  ['GET', '/api/v1/clients/usd-wallet'],
  ['GET', '/api/v1/clients/balance-movements'],
  ['GET', '/api/v1/clients/balance-movements/stats'],
  ['GET', '/api/v1/clients/balance-movements/series'],
  ['GET', '/api/v1/clients/received-payments'],
  ['GET', '/api/v1/clients/received-payments/01890a5d-ac96-774b-bcce-b302099a8057'],
  ['POST', '/api/v1/clients/payment-links'],
  ['GET', '/api/v1/clients/payment-links'],
  ['GET', '/api/v1/clients/payment-links/01890a5d-ac96-774b-bcce-b302099a8057'],
  ['PATCH', '/api/v1/clients/payment-links/01890a5d-ac96-774b-bcce-b302099a8057/cancel'],
  ['GET', '/api/v1/clients/beneficiaries'],
  ['POST', '/api/v1/clients/beneficiaries'],
  ['GET', '/api/v1/clients/beneficiaries/01890a5d-ac96-774b-bcce-b302099a8057'],
  ['PATCH', '/api/v1/clients/beneficiaries/01890a5d-ac96-774b-bcce-b302099a8057'],
  ['GET', '/api/v1/clients/bank-accounts'],
  ['POST', '/api/v1/clients/bank-accounts'],
  ['DELETE', '/api/v1/clients/bank-accounts/01890a5d-ac96-774b-bcce-b302099a8057'],
  ['GET', '/api/v1/clients/payouts'],
  ['POST', '/api/v1/clients/payouts'],
  ['GET', '/api/v1/clients/payouts/01890a5d-ac96-774b-bcce-b302099a8057'],
  ['POST', '/api/v1/clients/payouts/estimate'],
  ['POST', '/api/v1/clients/payouts/verify-otp'],
  ['POST', '/api/v1/clients/payouts/resend-otp'],
  ['GET', '/api/v1/clients/payouts/transfer-min-amount'],
  ['POST', '/api/v1/clients/transfers/accept-terms'],
  ['GET', '/api/v1/clients/transfers/terms-status'],
] as const;

describe('signing in to the panel', () => {
  let service: TestService;
  let merchant: Merchant;
  const others: TestService[] = [];

  beforeAll(async () => {
    service = await TestService.start();
  });

  beforeEach(async () => {
    merchant = await service.merchant();
  });

  afterAll(async () => {
    await Promise.all([service, ...others].map((each) => each.stop()));
  });

  async function another(env: Record<string, string> = {}): Promise<TestService> {
    const started = await TestService.start({ env });
    others.push(started);
    return started;
  }

  const login = (body: unknown, at = service) => at.anonymous().post(LOGIN, body);
  const attempt = (password = merchant.password, email = merchant.email, at = service) =>
    login({ email, password }, at);

  async function fail(times: number, email = merchant.email, at = service): Promise<void> {
    for (let i = 0; i < times; i++) expectUnauthenticated(await attempt('wrong', email, at));
  }

  function expectUnauthenticated({ status, body }: HttpResponse): void {
    expect(body).toEqual({ success: false, code: 'UNAUTHENTICATED', message: expect.any(String) });
    expect(status).toBe(401);
  }

  function expectLocked({ status, body, headers }: HttpResponse): void {
    const meta = { retry_after: expect.any(Number) };
    expect(body).toEqual({ success: false, code: 'SIGN_IN_LOCKED', message: expect.any(String), meta });
    expect(body.meta.retry_after).toBeGreaterThan(14 * 60);
    expect(body.meta.retry_after).toBeLessThanOrEqual(15 * 60);
    expect(status).toBe(429);
    expect(headers['retry-after']).toBeUndefined();
  }

  describe('POST /auth/login', () => {
    it('returns 200 with a token, its expiry and its user', async () => {
      const { status, body } = await attempt();

      expect(body).toEqual({
        success: true,
        message: expect.any(String),
        data: {
          token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
          expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          user: {
            id: merchant.userId,
            email: merchant.email,
            permissions: ['*'],
            second_factor: false,
            account: { id: merchant.account.id, slug: merchant.account.slug, name: merchant.account.name },
          },
        },
      });
      const hours = (Date.parse(body.data.expires_at as string) - Date.now()) / 3_600_000;
      expect(hours).toBeGreaterThan(11.9);
      expect(hours).toBeLessThan(12.1);
      expect(status).toBe(200);
    });

    it('cannot be cached', async () => {
      expect((await attempt()).headers['cache-control']).toBe('no-store');
    });

    it('ignores the case of the address', async () => {
      expect((await attempt(merchant.password, merchant.email.toUpperCase())).status).toBe(200);
    });

    it('returns the same error for a wrong password, an unknown address and a deleted user', async () => {
      const gone = await service.merchant();
      await service.removeUser(gone);
      const responses = [
        await attempt('wrong'),
        await attempt(merchant.password, `${newId()}@example.com`),
        await attempt(gone.password, gone.email),
      ];

      for (const response of responses) expectUnauthenticated(response);
      expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    });

    it.each([
      ['no body', undefined, ['email', 'password']],
      ['no password', { email: 'a@example.com' }, ['password']],
      ['an address that is not text', { email: 1, password: 'x' }, ['email']],
      ['a password that is not text', { email: 'a@example.com', password: ['x'] }, ['password']],
      ['NUL in the address', { email: 'a\0', password: 'x' }, ['email']],
    ])('rejects %s, naming the fields', async (_what, body, fields) => {
      const response = await login(body);

      expect([response.status, response.body.code]).toEqual([422, 'VALIDATION_FAILED']);
      expect(Object.keys(response.body.errors as object)).toEqual(fields);
    });

    it.each(['{', '[]', 'null', '"x"'])('rejects the body %s with only a message', async (body) => {
      expect((await login(body)).body).toEqual({
        success: false,
        code: 'VALIDATION_FAILED',
        message: expect.any(String),
      });
    });

    it('stores tokens as hashes only', async () => {
      const { token } = await signIn(service, merchant);
      const rows = await service.sql<{ token_hash: Buffer; all: string }>(
        'SELECT token_hash, s::text AS all FROM panel_sessions s WHERE user_id = $1',
        [merchant.userId],
      );

      expect(rows).toHaveLength(1);
      expect(rows[0]!.token_hash).toHaveLength(32);
      expect(rows[0]!.token_hash.equals(Buffer.from(token, 'base64url'))).toBe(false);
      expect(rows[0]!.all).not.toContain(token);
    });

    it('is limited per IP address, for all users', async () => {
      const limited = await another({ IP_RATE_LIMIT: '2' });
      await attempt('wrong', merchant.email, limited);
      await login('{', limited);
      const { status, body, headers } = await attempt(merchant.password, merchant.email, limited);

      expect([status, body.code, body.retry_after]).toEqual([429, 'RATE_LIMIT_EXCEEDED', expect.any(Number)]);
      expect(headers['retry-after']).toBe(String(body.retry_after));
    });

    it('has a separate limit: sign-ins do not count for the external API', async () => {
      const limited = await another({ IP_RATE_LIMIT: '1' });
      await attempt('wrong', merchant.email, limited);

      expect((await limited.anonymous().get('/v1/wallets')).body.code).toBe('missing_api_key');
    });
  });

  describe('five failures', () => {
    it('lock the address, also for the right password', async () => {
      await fail(5);

      expectLocked(await attempt('wrong'));
      expectLocked(await attempt());
    });

    it('lock an unknown address in the same way', async () => {
      const email = `${newId()}@example.com`;
      await fail(5, email);

      expectLocked(await attempt('wrong', email));
    });

    it('lock the address in every spelling', async () => {
      await fail(5, merchant.email.toUpperCase());

      expectLocked(await attempt());
    });

    it('lock no other user of the account', async () => {
      await fail(5);
      const { email, password } = await service.addUser(merchant);

      expect((await attempt(password, email)).status).toBe(200);
    });

    it('are counted from zero after a success', async () => {
      await fail(4);
      expect((await attempt()).status).toBe(200);
      await fail(4);

      expect((await attempt()).status).toBe(200);
    });

    it('lock for fifteen minutes', async () => {
      await fail(5);
      await service.sql(
        `UPDATE sign_in_failures SET locked_until = locked_until - interval '15 minutes'
          WHERE address_hash = sha256(convert_to(lower($1), 'UTF8'))`,
        [merchant.email],
      );

      expect((await attempt()).status).toBe(200);
    });

    it('do not end existing sessions', async () => {
      const { panel } = await signIn(service, merchant);
      await fail(5);

      expect((await panel.get('/auth/me')).status).toBe(200);
    });

    it('are counted over all processes, and lock in all of them', async () => {
      const second = await another();
      await fail(3);
      await fail(2, merchant.email, second);

      expectLocked(await attempt());
      expectLocked(await attempt(merchant.password, merchant.email, second));
    });

    it('outlive the process that counted them', async () => {
      const first = await another();
      await fail(5, merchant.email, first);
      await first.stop();
      others.splice(others.indexOf(first), 1);

      expectLocked(await attempt(merchant.password, merchant.email, await another()));
    });

    it('are the limit for concurrent tries in two processes', async () => {
      const second = await another();
      const responses = await Promise.all(
        Array.from({ length: 24 }, (_, index) => attempt('wrong', merchant.email, index % 2 ? service : second)),
      );

      const codes = responses.map(({ body }) => body.code as string).sort();
      expect(codes).toEqual([...Array<string>(19).fill('SIGN_IN_LOCKED'), ...Array<string>(5).fill('UNAUTHENTICATED')]);
    });

    it('do not count concurrent sign-ins with the right password', async () => {
      const responses = await Promise.all(Array.from({ length: 10 }, () => attempt()));

      expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    });
  });

  describe('a session', () => {
    it.each(OPERATIONS)('is needed for %s %s, before the body is read', async (method, path) => {
      for (const authorization of [undefined, 'Bearer', 'Bearer x', `Bearer ${'x'.repeat(43)}`, 'Basic YTpi']) {
        const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
        expectUnauthenticated(
          await service.anonymous().send(method, path, method === 'GET' ? undefined : '{', headers),
        );
      }
    });

    it('cannot be replaced by an API key', async () => {
      const headers = { authorization: `Bearer ${merchant.apiKey}`, 'x-api-key': merchant.apiKey };

      expectUnauthenticated(await service.anonymous().get('/api/v1/clients/auth/me', headers));
    });

    it('cannot be used as an API key', async () => {
      const { token } = await signIn(service, merchant);
      const { body } = await service.anonymous().get('/v1/wallets', { authorization: `Bearer ${token}` });

      expect(body.code).toBe('invalid_key_format');
    });

    it('is valid in every process', async () => {
      const { token } = await signIn(service, merchant);
      const second = await another();
      const headers = { authorization: `Bearer ${token}` };

      expect((await second.anonymous().get('/api/v1/clients/auth/me', headers)).status).toBe(200);
    });

    it('returns the signed-in user', async () => {
      const { panel } = await signIn(service, merchant);
      const { status, body } = await panel.get('/auth/me');

      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        message: expect.any(String),
        data: {
          id: merchant.userId,
          email: merchant.email,
          permissions: ['*'],
          second_factor: false,
          account: { id: merchant.account.id, slug: merchant.account.slug, name: merchant.account.name },
          fresh_until: expect.any(String),
        },
      });
    });

    it('ends after twelve hours', async () => {
      const { panel } = await signIn(service, merchant);
      const later = (interval: string) =>
        service.sql('UPDATE panel_sessions SET expires_at = expires_at - $2::interval WHERE user_id = $1', [
          merchant.userId,
          interval,
        ]);
      await later('11 hours 59 minutes');
      expect((await panel.get('/auth/me')).status).toBe(200);
      await later('1 minute');
      expectUnauthenticated(await panel.get('/auth/me'));
    });

    it('ends when its user signs out, and other sessions of the user continue', async () => {
      const [one, other] = [await signIn(service, merchant), await signIn(service, merchant)];
      const response = await one.panel.post('/auth/logout');

      expect([response.status, response.body.success]).toEqual([200, true]);
      expectUnauthenticated(await one.panel.get('/auth/me'));
      expectUnauthenticated(await one.panel.post('/auth/logout'));
      expect((await other.panel.get('/auth/me')).status).toBe(200);
    });

    it('ends at once when its user is deleted', async () => {
      const { panel } = await signIn(service, merchant);
      await service.removeUser(merchant);

      expectUnauthenticated(await panel.get('/auth/me'));
    });

    it('uses the current permissions of the user', async () => {
      const { panel } = await signIn(service, merchant);
      await service.sql(`UPDATE users SET permissions = '{view_payins}' WHERE id = $1`, [merchant.userId]);

      expect((await panel.get('/auth/me')).body.data.permissions).toEqual(['view_payins']);
    });
  });

  it('GET /account returns the current account of the signed-in user', async () => {
    const { panel } = await signIn(service, merchant);
    await service.changeAccount(merchant, { status: 'paused' });
    const { status, body } = await panel.get('/account');

    expect(status).toBe(200);
    expect(body.data).toEqual({
      id: merchant.account.id,
      slug: merchant.account.slug,
      name: merchant.account.name,
      email: merchant.email,
      country: 'AR',
      status: 'paused',
      kyc_status: 'verified',
      kyb_status: 'verified',
      usd_enabled: false,
      cards_enabled: false,
      customer_paid_fee_enabled: true,
      customer_paid_fee_default: false,
      language: 'es',
      time_zone: 'UTC',
    });
  });

  describe('failures from many networks', () => {
    const from = (at: TestService, address: string, password = 'wrong', headers = {}) =>
      at.anonymous().post(LOGIN, { email: merchant.email, password }, { 'x-forwarded-for': address, ...headers });

    it('five wrong tries of a stranger lock the stranger out, and not the owner (rule 14.5)', async () => {
      const at = await another({ TRUST_PROXY: '1' });
      for (let i = 0; i < 5; i++) expectUnauthenticated(await from(at, `2001:db8:1:2::${i + 1}`));
      expectLocked(await from(at, '2001:db8:1:2:ffff::1', merchant.password));

      expect((await from(at, '2001:db8:1:3::1', merchant.password)).status).toBe(200);
    });

    it('fifty lock out all but the browsers that the owner signed in with, and mail the owner once', async () => {
      const at = await another({ TRUST_PROXY: '1' });
      const browser = await from(at, '192.0.2.1', merchant.password, { 'x-session': 'cookie' });
      const cookie = [browser.headers['set-cookie']]
        .flat()
        .map((each) => each?.split(';')[0])
        .join('; ');
      const tries = Array.from({ length: 60 }, (_, i) => from(at, `198.51.100.${i}`));
      const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();

      expect(statuses).toEqual([...Array<number>(50).fill(401), ...Array<number>(10).fill(429)]);
      expect((await from(at, '192.0.2.2', merchant.password)).body.code).toBe('SIGN_IN_LOCKED');
      expect((await from(at, '192.0.2.2', merchant.password, { cookie })).status).toBe(200);
      const { body } = await service.anonymous().get(`/sandbox/mailbox?to=${encodeURIComponent(merchant.email)}`);
      expect(body.data).toMatchObject([{ subject: 'Inicio de sesión bloqueado por una hora · Café Río' }]);
    });
  });

  describe('the audit log', () => {
    const entries = (where: string, value: string) =>
      service.sql(`SELECT * FROM audit_log WHERE ${where} = $1 AND actor <> 'test' ORDER BY id`, [value]);

    it('has every sign-in, with where it came from', async () => {
      const body = { email: merchant.email, password: merchant.password };
      await service.anonymous().post(LOGIN, body, { 'x-request-id': 'sign-in-1' });

      expect(await entries('account_id', merchant.account.id)).toMatchObject([
        {
          actor_type: 'user',
          actor: merchant.userId,
          action: 'user.signed_in',
          object_type: 'user',
          object_id: merchant.userId,
          from_address: expect.stringContaining('127.0.0.1'),
          request_id: 'sign-in-1',
        },
      ]);
    });

    it('has one entry for a locked address', async () => {
      await fail(5);
      await attempt();

      const written = (await entries('account_id', merchant.account.id)) as { action: string }[];
      expect(written.filter(({ action }) => action === 'sign_in.locked')).toMatchObject([
        { actor_type: 'system', object_type: 'sign_in_address' },
      ]);
    });
  });
});
