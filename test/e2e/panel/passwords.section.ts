import { newId } from '@app/kernel';
import { signInWithCookie } from '../../support/browser';
import { type HttpClient } from '../../support/http-client';
import { signIn } from '../../support/panel';
import { FORGOT, mailedLinks, mailedToken, RESET } from '../../support/password-reset';
import { expectError, naming } from '../../support/expect-error';
import { TestService, type Merchant } from '../../support/service';

const NEW = 'another horse';

describe('passwords of panel users', () => {
  let service: TestService;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start();
  });

  beforeEach(async () => {
    merchant = await service.merchant();
  });

  afterAll(() => service.stop());

  const forgot = (email: string) => service.anonymous().post(FORGOT, { email });
  const reset = (token: string, password = NEW) => service.anonymous().post(RESET, { token, password });
  const withPassword = (password: string) => signIn(service, { email: merchant.email, password });
  const expectSignedOut = async (panel: HttpClient) => expectError(await panel.get('/auth/me'), 401, 'UNAUTHENTICATED');
  const entries = async (action: string) =>
    service.sql(`SELECT actor_type, actor, object_id FROM audit_log WHERE account_id = $1 AND action = $2`, [
      merchant.account.id,
      action,
    ]);
  const byUser = () => ({ actor_type: 'user', actor: merchant.userId, object_id: merchant.userId });

  describe('POST /auth/forgot-password', () => {
    it('returns the same bytes for a user, an unknown address, no address, and a user who asked too often', async () => {
      const responses = [];
      for (const email of [
        merchant.email,
        `${newId()}@example.com`,
        'nobody',
        ...Array<string>(4).fill(merchant.email),
      ]) {
        responses.push(await forgot(email));
      }

      expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect([responses[0]!.status, responses[0]!.body.data]).toEqual([200, { requested: true }]);
    });

    it('mails at most three links to an address within an hour, in any letter case', async () => {
      for (const email of [merchant.email, merchant.email.toUpperCase(), merchant.email, merchant.email]) {
        await forgot(email);
      }

      const links = await mailedLinks(service, merchant.email);
      expect(links).toHaveLength(3);
      expect(links[0]).toMatch(/^https:\/\/pay\.example\.com\/panel\/reset-password#token=[A-Za-z0-9_-]{43}$/);
    });

    it.each([
      ['es', 'Elige una contraseña nueva'],
      ['pt', 'Escolha uma nova senha'],
      ['en', 'Choose a new password'],
    ] as const)('mails in the language of the account: %s', async (language, subject) => {
      await service.changeAccount(merchant, { language });
      await forgot(merchant.email);

      const { body } = await service.anonymous().get(`/sandbox/mailbox?to=${merchant.email}`);
      expect(body.data).toMatchObject([{ subject }]);
    });

    it('mails nothing to a user who is deleted or not active', async () => {
      await service.sql('UPDATE users SET is_active = false WHERE id = $1', [merchant.userId]);
      await forgot(merchant.email);

      expect(await mailedLinks(service, merchant.email)).toEqual([]);
    });

    it('stores tokens as hashes only', async () => {
      const token = await mailedToken(service, merchant.email);
      const rows = await service.sql<{ all: string }>(
        'SELECT r::text AS all FROM password_resets r WHERE user_id = $1',
        [merchant.userId],
      );

      expect(rows).toHaveLength(1);
      expect(rows[0]!.all).not.toContain(token);
      expect(rows[0]!.all).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    });
  });

  describe('POST /auth/reset-password', () => {
    it('sets the password, ends all sessions of the user, and is in the audit log', async () => {
      const [bearer, browser] = [await signIn(service, merchant), await signInWithCookie(service, merchant)];
      const { status, body } = await reset(await mailedToken(service, merchant.email));

      expect([status, body.data]).toEqual([200, { changed: true }]);
      for (const { panel } of [bearer, browser]) await expectSignedOut(panel);
      await expect(withPassword(NEW)).resolves.toBeDefined();
      await expect(withPassword(merchant.password)).rejects.toThrow('UNAUTHENTICATED');
      expect(await entries('user.password_reset')).toEqual([byUser()]);
    });

    it('works once', async () => {
      const token = await mailedToken(service, merchant.email);
      await reset(token);

      expectError(await reset(token), 422, 'VALIDATION_FAILED', naming('token'));
    });

    it('works once for concurrent requests', async () => {
      const token = await mailedToken(service, merchant.email);
      const responses = await Promise.all(Array.from({ length: 5 }, () => reset(token)));

      expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
    });

    it('works for thirty minutes', async () => {
      const token = await mailedToken(service, merchant.email);
      await service.sql(
        `UPDATE password_resets SET expires_at = expires_at - interval '30 minutes' WHERE user_id = $1`,
        [merchant.userId],
      );

      expectError(await reset(token), 422, 'VALIDATION_FAILED', naming('token'));
    });

    it.each(['x'.repeat(9), 'x'.repeat(257), 'Password123'])('rejects the password %j', async (password) => {
      const token = await mailedToken(service, merchant.email);

      expectError(await reset(token, password), 422, 'VALIDATION_FAILED', naming('password'));
      expect((await reset(token)).status).toBe(200);
    });

    it.each([FORGOT, RESET])('POST %s is limited per address like a sign-in', async (path) => {
      const limited = await TestService.start({ env: { ANONYMOUS_RATE_LIMIT: '1' } });
      const ask = () => limited.anonymous().post(path, {});
      const codes = [(await ask()).body.code, (await ask()).body.code];
      await limited.stop();

      expect(codes).toEqual(['VALIDATION_FAILED', 'RATE_LIMIT_EXCEEDED']);
    });
  });

  describe('POST /auth/change-password', () => {
    const change = (panel: HttpClient, current_password = merchant.password, password = NEW) =>
      panel.post('/auth/change-password', { current_password, password });

    it('sets the password, ends the other sessions of the user, and is in the audit log', async () => {
      const [{ panel }, other] = [await signInWithCookie(service, merchant), await signIn(service, merchant)];
      const { status, body } = await change(panel);

      expect([status, body.data]).toEqual([200, { changed: true }]);
      expect((await panel.get('/auth/me')).status).toBe(200);
      await expectSignedOut(other.panel);
      await expect(withPassword(NEW)).resolves.toBeDefined();
      expect(await entries('user.password_changed')).toEqual([byUser()]);
    });

    it('uses up the links that were mailed', async () => {
      const token = await mailedToken(service, merchant.email);
      await change((await signIn(service, merchant)).panel);

      expectError(await reset(token, 'a third horse'), 422, 'VALIDATION_FAILED', naming('token'));
    });

    it('rejects a wrong current password, which counts as a failed sign-in', async () => {
      const { panel } = await signIn(service, merchant);
      for (let i = 0; i < 5; i++) {
        expectError(await change(panel, 'wrong'), 422, 'VALIDATION_FAILED', naming('current_password'));
      }

      expect((await change(panel)).body.code).toBe('SIGN_IN_LOCKED');
      await expect(signIn(service, merchant)).rejects.toThrow('SIGN_IN_LOCKED');
      expect(await entries('sign_in.locked')).toHaveLength(1);
    });

    it('rejects a common password, naming it', async () => {
      const { panel } = await signIn(service, merchant);

      expectError(
        await change(panel, merchant.password, 'qwertyuiop'),
        ...([422, 'VALIDATION_FAILED', naming('password')] as const),
      );
    });
  });
});
