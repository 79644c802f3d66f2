import { newId } from '@app/kernel';
import { SAME_ORIGIN, setCookieOf, signInWithCookie } from '../../support/browser';
import { HttpClient } from '../../support/http-client';
import { LOGIN, signIn } from '../../support/panel';
import { expectError } from '../../support/expect-error';
import { TestService, type Merchant } from '../../support/service';
import { ISO, UUID } from '../../support/shapes';

const SESSION = '/api/v1/clients/auth/session';

describe('sessions of browsers', () => {
  let service: TestService;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start();
  });

  beforeEach(async () => {
    merchant = await service.merchant();
  });

  afterAll(() => service.stop());

  const enter = (headers?: Record<string, string>) => signInWithCookie(service, merchant, headers);
  const later = (interval: string, columns = ['expires_at', 'idle_expires_at', 'last_seen_at']) =>
    service.sql(
      `UPDATE panel_sessions SET ${columns.map((column) => `${column} = ${column} - $2::interval`).join()}
        WHERE user_id = $1`,
      [merchant.userId, interval],
    );
  const expectSignedOut = async (panel: HttpClient) => expectError(await panel.get('/auth/me'), 401, 'UNAUTHENTICATED');

  describe('signing in with X-Session: cookie', () => {
    it('returns the user and the expiries, and no token', async () => {
      const { response } = await enter();

      expect([response.status, response.body.data]).toEqual([
        200,
        {
          expires_at: expect.stringMatching(ISO),
          idle_expires_at: expect.stringMatching(ISO),
          user: expect.objectContaining({ id: merchant.userId, second_factor: false }),
        },
      ]);
      const minutes = (Date.parse(response.body.data.idle_expires_at as string) - Date.now()) / 60_000;
      expect(Math.round(minutes)).toBe(30);
    });

    it('sets a cookie that scripts and other sites do not get', async () => {
      const { response } = await enter();

      expect(setCookieOf(response)).toMatch(
        /^panel_session=[A-Za-z0-9_-]{43}; Path=\/api\/v1\/clients; HttpOnly; SameSite=Strict,panel_device=[\w-]{43}; /,
      );
    });

    it('sets a cookie that browsers keep over plain http in a sandbox', async () => {
      const headers = { 'x-session': 'cookie', host: '192.168.1.7' };
      const { email, password } = merchant;
      const response = await service.anonymous().post(LOGIN, { email, password }, headers);

      expect(setCookieOf(response)).not.toContain('Secure');
    });

    it.each([undefined, 'bearer', 'COOKIE'])('does not happen with X-Session: %s', async (value) => {
      const { email, password } = merchant;
      const headers: Record<string, string> = value === undefined ? {} : { 'x-session': value };
      const response = await service.anonymous().post(LOGIN, { email, password }, headers);

      expect([setCookieOf(response), typeof response.body.data.token]).toEqual(['', 'string']);
    });
  });

  it('two session cookies in one request are rejected, the same one twice too (rule 14.8)', async () => {
    const { cookie } = await enter();
    for (const cookies of [`${cookie}; ${cookie}`, `panel_session=${'x'.repeat(43)}; ${cookie}`]) {
      await expectSignedOut(new HttpClient(`${service.url}/api/v1/clients`, { cookie: cookies, ...SAME_ORIGIN }));
    }
  });

  describe('a cookie', () => {
    it('authenticates reads from anywhere', async () => {
      const { elsewhere } = await enter();

      expect((await elsewhere.get('/auth/me')).body.data.id).toBe(merchant.userId);
    });

    it('is not a bearer token', async () => {
      const { cookie } = await enter();
      const [, token = ''] = cookie.split('=');

      expectError(
        await service.anonymous().get('/api/v1/clients/auth/me', { authorization: `Bearer ${token}` }),
        ...([401, 'UNAUTHENTICATED'] as const),
      );
    });

    it.each<[string, Record<string, string>]>([
      ['Sec-Fetch-Site: same-origin', SAME_ORIGIN],
      ['the origin of PUBLIC_URL', { origin: 'https://pay.example.com' }],
    ])('with %s authenticates a change', async (_what, headers) => {
      const { elsewhere } = await enter();

      expect((await elsewhere.send('PATCH', '/account', { language: 'pt' }, headers)).status).toBe(200);
    });

    it('with the origin of the requested host authenticates a change', async () => {
      const { elsewhere } = await enter();
      const response = await elsewhere.send('PATCH', '/account', { language: 'pt' }, { origin: service.url });

      expect(response.status).toBe(200);
    });

    it.each<[string, Record<string, string>]>([
      ['nothing', {}],
      ['a foreign origin', { origin: 'https://evil.example' }],
      ['Origin: null', { origin: 'null' }],
      ['a cross-site request', { 'sec-fetch-site': 'cross-site' }],
      ['a same-site request', { 'sec-fetch-site': 'same-site' }],
    ])('with %s is rejected for a change, before the body is read', async (_what, headers) => {
      const { elsewhere } = await enter();

      for (const [method, path] of [
        ['PATCH', '/account'],
        ['POST', '/api-keys'],
        ['DELETE', `/users/${newId()}`],
        ['POST', '/auth/logout'],
      ] as const) {
        expectError(await elsewhere.send(method, path, '{', headers), 403, 'PERMISSION_DENIED');
      }
      expect((await elsewhere.get('/auth/me')).status).toBe(200);
    });

    it('is ignored beside a bearer token, which needs no origin', async () => {
      const { cookie } = await enter();
      const other = await service.merchant();
      const { token } = await signIn(service, other);
      const both = new HttpClient(`${service.url}/api/v1/clients`, { cookie, authorization: `Bearer ${token}` });

      expect((await both.get('/auth/me')).body.data.id).toBe(other.userId);
      expect((await both.send('PATCH', '/account', { language: 'en' })).status).toBe(200);
    });

    it('is ignored beside an invalid bearer token', async () => {
      const { cookie } = await enter();
      for (const authorization of ['Bearer', `Bearer ${'x'.repeat(43)}`]) {
        await expectSignedOut(new HttpClient(`${service.url}/api/v1/clients`, { cookie, authorization }));
      }
    });

    it('is cleared at the sign-out, and its session has ended', async () => {
      const { panel } = await enter();
      const response = await panel.post('/auth/logout');

      expect(setCookieOf(response)).toMatch(/^panel_session=; Max-Age=0; Path=\/api\/v1\/clients; HttpOnly/);
      await expectSignedOut(panel);
    });

    it('is not touched by the sign-out of a bearer token', async () => {
      const { panel } = await signIn(service, merchant);

      expect(setCookieOf(await panel.post('/auth/logout'))).toBe('');
    });
  });

  describe('inactivity', () => {
    it('ends the session after thirty minutes', async () => {
      const { panel } = await enter();
      await later('29 minutes');
      expect((await panel.get('/auth/me', { 'x-session-activity': 'background' })).status).toBe(200);
      await later('1 minute');

      await expectSignedOut(panel);
    });

    it('ends with any request, which gives the session another thirty minutes', async () => {
      const { panel } = await enter();
      for (let i = 0; i < 3; i++) {
        await later('20 minutes');
        expect((await panel.get('/auth/me')).status).toBe(200);
      }
    });

    it('does not end a bearer token', async () => {
      const { panel } = await signIn(service, merchant);
      await later('40 minutes');

      expect((await panel.get('/auth/me')).status).toBe(200);
    });

    it('continues during requests that are rejected for their origin', async () => {
      const { panel, elsewhere } = await enter();
      await later('20 minutes');
      await elsewhere.post('/auth/logout');
      await later('10 minutes');

      await expectSignedOut(panel);
    });

    it('aside, a session ends after twelve hours', async () => {
      const { panel } = await enter();
      await later('11 hours 59 minutes', ['expires_at']);
      expect((await panel.get('/auth/me')).status).toBe(200);
      await later('1 minute', ['expires_at']);

      await expectSignedOut(panel);
    });

    it('is written once a minute at most', async () => {
      const { panel } = await enter();
      const versions = async () =>
        service.sql('SELECT xmin, idle_expires_at FROM panel_sessions WHERE user_id = $1', [merchant.userId]);
      const before = await versions();
      for (let i = 0; i < 5; i++) await panel.get('/auth/me');
      expect(await versions()).toEqual(before);
      await later('1 minute');
      const aged = await versions();
      await panel.get('/auth/me');

      expect(await versions()).not.toEqual(aged);
    });
  });

  describe('GET /auth/session', () => {
    const ask = (headers?: Record<string, string>) => service.anonymous().get(SESSION, headers);

    it.each<[string, Record<string, string>]>([
      ['nothing', {}],
      ['an unknown cookie', { cookie: `panel_session=${'x'.repeat(43)}` }],
      ['an unknown token', { authorization: `Bearer ${'x'.repeat(43)}` }],
    ])('returns 200 for %s: no user is signed in', async (_what, headers) => {
      const { status, body } = await ask(headers);

      expect([status, body.data]).toEqual([200, { signed_in: false }]);
    });

    it('returns user, account and both expiries for a cookie', async () => {
      const { cookie } = await enter();
      const { status, body } = await ask({ cookie });

      expect([status, body.data]).toEqual([
        200,
        {
          signed_in: true,
          user: expect.objectContaining({ id: merchant.userId, second_factor: false }),
          account: expect.objectContaining({ id: merchant.account.id, language: 'es', kyc_status: 'verified' }),
          expires_at: expect.stringMatching(ISO),
          idle_expires_at: expect.stringMatching(ISO),
          fresh_until: expect.stringMatching(ISO),
        },
      ]);
    });

    it('returns no idle expiry for a bearer token', async () => {
      const { token } = await signIn(service, merchant);
      const { data } = (await ask({ authorization: `Bearer ${token}` })).body as { data: object };

      expect(Object.keys(data)).toEqual(['signed_in', 'user', 'account', 'expires_at', 'fresh_until']);
    });

    it('extends the session, unless it is asked in the background', async () => {
      const { cookie } = await enter();
      await later('20 minutes');
      const idle = async (headers = {}) => {
        const { data } = (await ask({ cookie, ...headers })).body as { data: { idle_expires_at: string } };
        return Math.round((Date.parse(data.idle_expires_at) - Date.now()) / 60_000);
      };

      expect([await idle({ 'x-session-activity': 'background' }), await idle()]).toEqual([10, 30]);
    });

    it('counts as anonymous when no user is signed in, and for the user otherwise', async () => {
      const limited = await TestService.start({ env: { ANONYMOUS_RATE_LIMIT: '2', PANEL_RATE_LIMIT: '2' } });
      const { token } = await signIn(limited, merchant);
      const statuses = async (headers: Record<string, string>) => {
        const all = [];
        for (let i = 0; i < 3; i++) all.push((await limited.anonymous().get(SESSION, headers)).status);
        return all;
      };
      const [signedIn, signedOut] = [await statuses({ authorization: `Bearer ${token}` }), await statuses({})];
      await limited.stop();

      // The sign-in was the first anonymous request.
      expect([signedIn, signedOut]).toEqual([
        [200, 200, 429],
        [200, 429, 429],
      ]);
    });
  });

  describe('the list of sessions', () => {
    const list = async (panel: HttpClient) =>
      (await panel.get('/auth/sessions')).body.data as Record<string, unknown>[];

    it('has the sessions of the user with what they came from, and marks the current one', async () => {
      await enter({ 'user-agent': `Firefox ${'x'.repeat(500)}` });
      const { panel } = await signIn(service, merchant);
      await signIn(service, await service.addUser(merchant));
      const sessions = await list(panel);

      expect(sessions).toHaveLength(2);
      expect(sessions.find(({ current }) => !current)).toEqual({
        id: expect.stringMatching(UUID),
        created_at: expect.stringMatching(ISO),
        last_seen_at: expect.stringMatching(ISO),
        expires_at: expect.stringMatching(ISO),
        user_agent: `Firefox ${'x'.repeat(247)}`,
        address: expect.stringContaining('127.0.0.1'),
        current: false,
      });
    });

    it('lets the user end one session, which is in the audit log', async () => {
      const [{ panel }, other] = [await enter(), await enter()];
      const { id } = (await list(panel)).find(({ current }) => !current)!;
      const response = await panel.delete(`/auth/sessions/${id as string}`);

      expect([response.status, response.body.data]).toEqual([200, { id, deleted: true }]);
      await expectSignedOut(other.panel);
      const { body } = await panel.get('/audit-log?action=session.ended');
      expect(body.data).toMatchObject([{ actor: { id: merchant.userId }, subject: { type: 'session', id } }]);
    });

    it('has no session of another user, who is not found by its id', async () => {
      const colleague = await signIn(service, await service.addUser(merchant));
      const { panel } = await enter();
      const [{ id } = {}] = await list(colleague.panel);

      for (const foreign of [id as string, newId()]) {
        expectError(await panel.delete(`/auth/sessions/${foreign}`), 404, 'SESSION_NOT_FOUND');
      }
      expect((await colleague.panel.get('/auth/me')).status).toBe(200);
    });

    it('lets the user sign out everywhere else', async () => {
      const [{ panel }, browser, bearer] = [await enter(), await enter(), await signIn(service, merchant)];
      const response = await panel.delete('/auth/sessions');

      expect([response.status, response.body.data]).toEqual([200, { ended: 2 }]);
      for (const other of [browser, bearer]) await expectSignedOut(other.panel);
      expect(await list(panel)).toHaveLength(1);
    });
  });
});
