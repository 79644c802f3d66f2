import { newId } from '@app/kernel';
import { until } from '../../support/conditions';
import { rowsOf } from '../../support/csv';
import type { HttpClient } from '../../support/http-client';
import { signIn, userWith } from '../../support/panel';
import { watchDocumented } from '../../support/panel-money';
import { expectError, naming } from '../../support/expect-error';
import { TestService, type Merchant } from '../../support/service';
import { ISO } from '../../support/shapes';

interface EntryJson {
  id: string;
  action: string;
  actor: { id: string | null };
  subject: { id: string };
  created_at: string;
}

describe('the account and its audit log in the panel', () => {
  let service: TestService;
  let merchant: Merchant;
  let panel: HttpClient;

  beforeAll(async () => {
    service = await TestService.start();
    await watchDocumented(service);
  });

  beforeEach(async () => {
    merchant = await service.merchant();
    ({ panel } = await signIn(service, merchant));
  });

  afterAll(() => service.stop());

  const change = (body: unknown, by = panel) => by.send('PATCH', '/account', body);

  describe('PATCH /account', () => {
    it('changes the language, which is Spanish at first', async () => {
      const before = (await panel.get('/account')).body.data as object;
      const { status, body } = await change({ language: 'pt', name: 'Other', status: 'paused' });

      expect(before).toMatchObject({ language: 'es' });
      expect([status, body.data]).toEqual([200, { ...before, language: 'pt' }]);
      expect((await panel.get('/account')).body.data).toEqual({ ...before, language: 'pt' });
    });

    it.each(['de', 'ES', '', null, 7, ['es']])('rejects the language %j, naming it', async (language) => {
      expectError(await change({ language }), 422, 'VALIDATION_FAILED', naming('language'));
    });

    it('changes the time zone and nothing else, in any letter case', async () => {
      const before = (await panel.get('/account')).body.data as object;
      const { status, body } = await change({ time_zone: 'america/bogota' });

      expect([status, body.data]).toEqual([200, { ...before, time_zone: 'America/Bogota' }]);
    });

    it('changes nothing when nothing is given', async () => {
      const before = (await panel.get('/account')).body.data as object;
      expect((await change({})).body.data).toEqual(before);
    });

    it.each(['Nowhere/City', '-03:00', 'Factory', 'posix/America/Bogota', '', null, 7])(
      'rejects the time zone %j, naming it, and keeps the language',
      async (time_zone) => {
        expectError(await change({ time_zone, language: 'pt' }), 422, 'VALIDATION_FAILED', naming('time_zone'));
        expect((await panel.get('/account')).body.data).toMatchObject({ language: 'es', time_zone: 'UTC' });
      },
    );

    it('requires manage_account, whatever the body', async () => {
      expectError(await change('{', await userWith(service, merchant, 'view_payins')), 403, 'PERMISSION_DENIED');
    });

    it('is in the audit log', async () => {
      await change({ language: 'en' });
      const [entry] = (await panel.get('/audit-log')).body.data as unknown[];

      expect(entry).toEqual({
        id: expect.stringMatching(/^\d+$/),
        action: 'account.updated',
        actor: { type: 'user', id: merchant.userId, name: merchant.email },
        subject: { type: 'account', id: merchant.account.id },
        details: { language: 'en' },
        from_address: '127.0.0.1',
        created_at: expect.stringMatching(ISO),
      });
    });
  });

  describe('GET /audit-log', () => {
    const read = async (query = '') => (await panel.get(`/audit-log?${query}`)).body.data as EntryJson[];

    it('shows sign-ins and changes by users and by staff, newest first, page by page', async () => {
      await change({ language: 'en' });
      await service.changeAccount(merchant, { cardsEnabled: true });
      const first = await panel.get('/audit-log?per_page=3');
      const rest = await panel.get(`/audit-log?per_page=3&cursor=${first.body.meta.next_cursor}`);
      const entries = [first, rest].flatMap(({ body }) => body.data as EntryJson[]);

      expect(entries.map(({ action, actor }) => [action, actor.id])).toEqual([
        ['account.updated', null],
        ['account.updated', merchant.userId],
        ['user.signed_in', merchant.userId],
        ['account.created', null],
      ]);
      expect(rest.body.meta).toEqual({ per_page: 3, next_cursor: null });
    });

    it('shows links that panel users create or that are cancelled, failed sign-ins, and the origin of each (rule 14.11)', async () => {
      const link = { amount: 15000, currency: 'ARS', currency_destiny: 'ARS', description: '=1+1' };
      const created = await panel.post('/payment-links', link);
      const { id } = created.body.data as { id: string };
      await panel.send('PATCH', `/payment-links/${id}/cancel`);
      const byKey = await service.createLink(merchant);
      await merchant.api.delete(`/v1/payment-links/${byKey}`);
      await expect(signIn(service, { email: merchant.email, password: 'wrong password' })).rejects.toThrow();
      const failed = await until('the failure is written', async () => (await read('action=user.sign_in_failed'))[0]);

      const subject = { type: 'payment_link', id };
      const from_address = '127.0.0.1';
      expect(failed).toMatchObject({ subject: { id: merchant.userId }, from_address });
      expect(await read('action=payment_link.created')).toMatchObject([{ subject, actor: { id: merchant.userId } }]);
      expect(await read('action=payment_link.cancelled')).toMatchObject([
        { subject: { id: byKey }, actor: { type: 'api_key', name: merchant.keyId }, from_address },
        { subject, actor: { id: merchant.userId }, from_address },
      ]);
      const file = await panel.get('/audit-log?format=csv&action=payment_link.created');
      expect(rowsOf(file.text)).toMatchObject([{ action: 'payment_link.created', subject_id: id }]);
    });

    it('filters by action, user and period', async () => {
      const user = await service.addUser(merchant);
      await signIn(service, user);
      const [entry] = await read(`actor_id=${user.id}`);

      expect(entry).toMatchObject({ action: 'user.signed_in', actor: { id: user.id, name: user.email } });
      expect(await read(`action=user.signed_in`)).toHaveLength(2);
      expect(await read(`action=user.signed_in&actor_id=${newId()}`)).toEqual([]);
      expect(await read(`start_date=${entry!.created_at}&end_date=${entry!.created_at}`)).toContainEqual(entry);
      expect(await read('end_date=2020-01-01')).toEqual([]);
      expect(await read('start_date=2099-01-01')).toEqual([]);
    });

    it.each([
      ['action', 'action='],
      ['actor_id', 'actor_id=ana'],
      ['start_date', 'start_date=yesterday'],
      ['end_date', 'start_date=2030-01-02&end_date=2030-01-01'],
      ['cursor', 'cursor=x'],
      ['per_page', 'per_page=51'],
    ])('rejects a wrong %s, naming it', async (field, query) => {
      expectError(await panel.get(`/audit-log?${query}`), 422, 'VALIDATION_FAILED', naming(field));
    });

    it('requires manage_account', async () => {
      const reader = await userWith(service, merchant, 'view_payins', 'manage_api_keys');

      expectError(await reader.get('/audit-log'), 403, 'PERMISSION_DENIED');
    });

    it('shows nothing of another account, and no secret', async () => {
      const user = { email: `${newId()}@example.com`, password: 'correct horse', permissions: ['view_payins'] };
      await panel.post('/users', user);
      const { data } = (await panel.post('/api-keys', { name: 'Shop', permissions: ['*'] })).body;
      const { panel: stranger, token } = await signIn(service, await service.merchant());
      const own = (await panel.get('/audit-log?per_page=50')).text;
      const others = (await stranger.get('/audit-log?per_page=50')).text;

      expect(own).toContain(data.id);
      for (const mark of [data.id, merchant.userId, merchant.account.id]) expect(others).not.toContain(mark);
      const secrets = [user.password, data.api_key.slice(-48), merchant.password, token, merchant.apiKey.slice(-48)];
      for (const secret of secrets) expect(own + others).not.toContain(secret);
    });
  });
});
