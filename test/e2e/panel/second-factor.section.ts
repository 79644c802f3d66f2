import { signInWithCookie } from '../../support/browser';
import type { HttpClient } from '../../support/http-client';
import { LOGIN, signIn } from '../../support/panel';
import { expectError, naming } from '../../support/expect-error';
import { type Authenticator, setUpSecondFactor, turnSecondFactorOn } from '../../support/second-factor';
import { TestService, type Merchant } from '../../support/service';

const WRONG = [422, 'VALIDATION_FAILED', naming('code')] as const;

describe('the second factor of a panel user', () => {
  let service: TestService;
  let merchant: Merchant;
  let panel: HttpClient;

  beforeAll(async () => {
    service = await TestService.start();
  });

  beforeEach(async () => {
    merchant = await service.merchant();
    ({ panel } = await signIn(service, merchant));
  });

  afterAll(() => service.stop());

  const attempt = (code?: unknown, password = merchant.password) =>
    service.anonymous().post(LOGIN, { email: merchant.email, password, code });
  const turnOff = (code: string) => panel.send('DELETE', '/auth/totp', { code });
  const isOn = async () => [
    (await panel.get('/auth/me')).body.data.second_factor as boolean,
    (await panel.get('/auth/session')).body.data.user.second_factor as boolean,
  ];
  const actions = async () => {
    const { body } = await panel.get('/audit-log');
    return (body.data as { action: string }[]).map(({ action }) => action).filter((name) => name.includes('factor'));
  };

  describe('setting it up', () => {
    it('returns the secret and what an authenticator scans, which do not count yet', async () => {
      const { status, body } = await panel.post('/auth/totp', { password: merchant.password });
      const { secret, otpauth_url: url } = body.data as Record<string, string>;

      expect([status, Object.keys(body.data as object)]).toEqual([200, ['otpauth_url', 'secret']]);
      expect(new URL(url!).searchParams.get('secret')).toBe(secret);
      expect(await isOn()).toEqual([false, false]);
      expect((await attempt()).status).toBe(200);
    });

    it('stores the secret encrypted', async () => {
      const { secret } = (await panel.post('/auth/totp', { password: merchant.password })).body.data as {
        secret: string;
      };
      const [row] = await service.sql<{ secret_sealed: Buffer }>(
        'SELECT secret_sealed FROM second_factors WHERE user_id = $1',
        [merchant.userId],
      );

      expect(row!.secret_sealed.includes(secret)).toBe(false);
      expect(row!.secret_sealed.length).toBeGreaterThan(secret.length);
    });

    it('is confirmed with a code, and returns ten recovery codes (rule 14.13)', async () => {
      const { recoveryCodes } = await turnSecondFactorOn(panel, merchant.password);

      expect(new Set(recoveryCodes).size).toBe(10);
      expect(await isOn()).toEqual([true, true]);
      expect(await actions()).toEqual(['user.second_factor_enabled']);
    });

    it('stores recovery codes as hashes only', async () => {
      const { recoveryCodes } = await turnSecondFactorOn(panel, merchant.password);
      const rows = await service.sql<{ all: string }>(
        'SELECT c::text AS all FROM recovery_codes c WHERE user_id = $1',
        [merchant.userId],
      );

      expect(rows).toHaveLength(10);
      for (const code of recoveryCodes) expect(JSON.stringify(rows)).not.toContain(code.replace('-', ''));
    });

    it('is rejected with a wrong code, and while one is on', async () => {
      const authenticator = await setUpSecondFactor(panel, merchant.password);
      expectError(await panel.post('/auth/totp/confirm', { code: authenticator.wrongCode() }), ...WRONG);
      await panel.post('/auth/totp/confirm', { code: authenticator.code() });

      expectError(await panel.post('/auth/totp', { password: merchant.password }), 422, 'VALIDATION_FAILED');
      expectError(
        await panel.post('/auth/totp/confirm', { code: authenticator.code(1) }),
        ...([422, 'VALIDATION_FAILED'] as const),
      );
    });
  });

  describe('signing in', () => {
    let authenticator: Authenticator;
    let recoveryCodes: string[];
    beforeEach(async () => {
      ({ authenticator, recoveryCodes } = await turnSecondFactorOn(panel, merchant.password));
    });

    it('asks for the code once the password is right, any number of times', async () => {
      for (let i = 0; i < 6; i++) expectError(await attempt(), 401, 'SECOND_FACTOR_REQUIRED');
      expectError(await attempt(null), 401, 'SECOND_FACTOR_REQUIRED');
      expectError(await attempt(undefined, 'wrong'), 401, 'UNAUTHENTICATED');
    });

    it('succeeds with the code, with a cookie as well, and a code works once', async () => {
      const code = authenticator.code(1);
      const { response } = await signInWithCookie(service, merchant, {}, code);

      expect(response.body.data.user.second_factor).toBe(true);
      expectError(await attempt(code), 401, 'UNAUTHENTICATED');
    });

    it('lets one of many concurrent sign-ins in with one code', async () => {
      const code = authenticator.code(1);
      const responses = await Promise.all(Array.from({ length: 3 }, () => attempt(code)));

      expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    });

    it('accepts each recovery code once', async () => {
      expect((await attempt(recoveryCodes[3])).status).toBe(200);
      expectError(await attempt(recoveryCodes[3]), 401, 'UNAUTHENTICATED');
      expect((await attempt(recoveryCodes[4])).status).toBe(200);
    });

    it('counts wrong codes as failures: five lock the address', async () => {
      for (let i = 0; i < 5; i++) expectError(await attempt(authenticator.wrongCode()), 401, 'UNAUTHENTICATED');

      expect((await attempt(authenticator.code(1))).body.code).toBe('SIGN_IN_LOCKED');
    });

    it('rejects a code that is not text', async () => {
      expectError(await attempt(123456), 422, 'VALIDATION_FAILED', naming('code'));
    });
  });

  describe('turning it off', () => {
    it('takes a code or a recovery code, and is in the audit log', async () => {
      const { recoveryCodes } = await turnSecondFactorOn(panel, merchant.password);
      const { status, body } = await turnOff(recoveryCodes[0]!);

      expect([status, body.data]).toEqual([200, { second_factor: false }]);
      expect(await isOn()).toEqual([false, false]);
      expect((await attempt()).status).toBe(200);
      expect(await actions()).toEqual(['user.second_factor_disabled', 'user.second_factor_enabled']);
    });

    it('is rejected with a wrong code, which counts as a failed sign-in', async () => {
      const { authenticator } = await turnSecondFactorOn(panel, merchant.password);
      for (let i = 0; i < 5; i++) expectError(await turnOff(authenticator.wrongCode()), ...WRONG);

      expect((await turnOff(authenticator.code(1))).body.code).toBe('SIGN_IN_LOCKED');
    });

    it('is rejected when none is on, and without a code', async () => {
      expectError(await turnOff('123456'), 422, 'VALIDATION_FAILED');
      expectError(await panel.delete('/auth/totp'), ...WRONG);
    });
  });
});
