import { newId } from '@app/kernel';
import { signInWithCookie } from '../../support/browser';
import type { HttpClient } from '../../support/http-client';
import { ageConfirmation, signIn, userWith } from '../../support/panel';
import { expectError, naming } from '../../support/expect-error';
import { turnSecondFactorOn } from '../../support/second-factor';
import { TestService, type Merchant } from '../../support/service';

const STALE = [403, 'CONFIRMATION_REQUIRED'] as const;

describe('fresh sessions', () => {
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

  const age = () => ageConfirmation(service, merchant.userId);
  const confirm = (body: object, by = panel) => by.post('/auth/confirm', body);
  const minutesOf = (time: string) => Math.round((Date.parse(time) - Date.now()) / 60_000);
  /** Sends a body that no operation reads: the API rejects a session that is not fresh before. */
  const attempts = (by: HttpClient) =>
    [
      ['POST', '/bank-accounts'],
      ['POST', '/api-keys'],
      ['POST', '/users'],
      ['PATCH', `/users/${newId()}`],
      ['DELETE', `/users/${newId()}`],
      ['DELETE', '/auth/totp'],
    ].map(
      ([method, path]) =>
        () =>
          by.send(method as 'POST', path as string, '{'),
    );

  it('a stolen session registers no bank account, makes no key, changes no user and turns no factor off', async () => {
    const browser = await signInWithCookie(service, merchant);
    await age();

    for (const attempt of [...attempts(panel), ...attempts(browser.panel)]) expectError(await attempt(), ...STALE);
    expect((await panel.get('/users')).status).toBe(200);
  });

  it('a session is fresh for 15 minutes after the sign-in, as /auth/me and /auth/session show (rule 14.3)', async () => {
    for (const path of ['/auth/me', '/auth/session']) {
      expect(minutesOf((await panel.get(path)).body.data.fresh_until as string)).toBe(15);
    }
    for (const attempt of attempts(panel)) expect((await attempt()).body.code).not.toBe('CONFIRMATION_REQUIRED');
  });

  it('the password makes this session fresh again, and no other', async () => {
    const { panel: other } = await signIn(service, merchant);
    await age();
    const { status, body } = await confirm({ password: merchant.password });

    expect([status, Object.keys(body.data as object)]).toEqual([200, ['fresh_until']]);
    expect(minutesOf(body.data.fresh_until as string)).toBe(15);
    expect((await panel.delete(`/users/${newId()}`)).body.code).toBe('USER_NOT_FOUND');
    expectError(await other.delete(`/users/${newId()}`), ...STALE);
  });

  it('the permission is checked before', async () => {
    const reader = await userWith(service, merchant, 'view_payins');
    await service.sql(`UPDATE panel_sessions SET confirmed_at = now() - interval '1 hour'`);

    expectError(await reader.post('/users', '{'), 403, 'PERMISSION_DENIED');
  });

  it('a wrong password is rejected with 401, ends no session, and counts as a failed sign-in', async () => {
    for (let i = 0; i < 5; i++) expectError(await confirm({ password: 'wrong' }), 401, 'UNAUTHENTICATED');

    expect((await panel.get('/auth/me')).status).toBe(200);
    expect((await confirm({ password: merchant.password })).body.code).toBe('SIGN_IN_LOCKED');
    await expect(signIn(service, merchant)).rejects.toThrow('SIGN_IN_LOCKED');
  });

  it('a second factor is asked for, and a wrong code counts', async () => {
    const { authenticator } = await turnSecondFactorOn(panel, merchant.password);
    await age();
    const { password } = merchant;

    expectError(await confirm({ password }), 401, 'SECOND_FACTOR_REQUIRED');
    expectError(await confirm({ password, code: authenticator.wrongCode() }), 401, 'UNAUTHENTICATED');
    expectError(await panel.send('DELETE', '/auth/totp', { code: authenticator.code(1) }), ...STALE);
    expect((await confirm({ password, code: authenticator.code(1) })).status).toBe(200);
  });

  it('setting up a second factor asks for the password, however fresh the session is', async () => {
    expectError(await panel.post('/auth/totp'), 422, 'VALIDATION_FAILED', naming('password'));
    expectError(await panel.post('/auth/totp', { password: 'wrong' }), 401, 'UNAUTHENTICATED');
    for (let i = 0; i < 4; i++) await panel.post('/auth/totp', { password: 'wrong' });

    expect((await panel.post('/auth/totp', { password: merchant.password })).body.code).toBe('SIGN_IN_LOCKED');
  });

  it('a user cannot set their own password without the current one (rule 14.4)', async () => {
    const change = (id: string) => panel.send('PATCH', `/users/${id}`, { password: 'another horse' });
    const colleague = await service.addUser(merchant);

    expectError(await change(merchant.userId), 422, 'VALIDATION_FAILED', naming('password'));
    expect((await change(colleague.id)).status).toBe(200);
    await expect(signIn(service, merchant)).resolves.toBeDefined();
  });
});
