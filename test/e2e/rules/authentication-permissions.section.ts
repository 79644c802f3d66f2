import { KEY_PERMISSIONS } from '@app/accounts';
import { call, succeed, type Operation } from '../../support/external-operations';
import { signIn } from '../../support/panel';
import { TestService, type Merchant } from '../../support/service';

const SINGLE = KEY_PERMISSIONS.filter((permission) => permission !== '*');

describe('Authentication, Permissions', () => {
  let service: TestService;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start();
    merchant = await service.merchant({ cards: true });
  });

  afterAll(() => service.stop());

  it.each<[Operation, string]>([
    ['POST /v1/payment-links', 'payment_links:create'],
    ['GET /v1/payment-links/{id}', 'payment_links:read'],
    ['DELETE /v1/payment-links/{id}', 'payment_links:cancel'],
    ['POST /v1/cards/payment-links', 'card_payment_links:create'],
    ['GET /v1/cards/payment-links/{id}', 'card_payment_links:read'],
    ['DELETE /v1/cards/payment-links/{id}', 'card_payment_links:cancel'],
    ['GET /v1/webhooks', 'webhooks:read'],
    ['GET /v1/webhooks/{id}', 'webhooks:read'],
    ['POST /v1/webhooks', 'webhooks:write'],
    ['PUT /v1/webhooks/{id}', 'webhooks:write'],
    ['DELETE /v1/webhooks/{id}', 'webhooks:write'],
    ['POST /v1/webhooks/{id}/rotate-secret', 'webhooks:write'],
  ])('%s: needs %s and nothing else (rule 2.7)', async (operation, permission) => {
    const without = await service.issueKey(merchant, { permissions: SINGLE.filter((each) => each !== permission) });
    const only = await service.issueKey(merchant, { permissions: [permission] });

    const { status, body } = await succeed(operation, without.api, merchant);
    expect([status, body]).toEqual([403, { error: expect.any(String), code: 'insufficient_scope' }]);
    expect((await succeed(operation, only.api, merchant)).status).toBeLessThan(300);
  });

  describe('operations without a permission', () => {
    const open: readonly [Operation][] = [
      ['GET /v1/wallets'],
      ['GET /v1/payment-methods'],
      ['POST /v1/conversions/quote'],
      ['POST /v1/conversions/rate'],
    ];

    it.each(open)('%s: accepts every active key (rule 2.8)', async (operation) => {
      const { api } = await service.issueKey(merchant, { permissions: [] });

      expect((await call(operation, api)).status).toBe(200);
    });

    it.each(open)('%s: still requires a key (rule 2.8)', async (operation) => {
      const { status, body } = await call(operation, service.anonymous());

      expect([status, body]).toEqual([401, { error: expect.any(String), code: 'missing_api_key' }]);
    });
  });

  it.each([
    'payment_links:read',
    'payment_links:*',
    'payment_links',
    'PAYMENT_LINKS:CANCEL',
    'card_payment_links:cancel',
    'payment_links:cancel:all',
  ])('%s does not grant payment_links:cancel (rule 2.7)', async (permission) => {
    const { api } = await service.issueKey(merchant, { permissions: [permission] });

    expect((await call('DELETE /v1/payment-links/{id}', api)).body.code).toBe('insufficient_scope');
  });

  it('* grants everything (rule 2.7)', async () => {
    const { api } = await service.issueKey(merchant, { permissions: ['*'] });

    expect((await succeed('DELETE /v1/payment-links/{id}', api, merchant)).status).toBe(200);
  });

  it('permissions can be changed later for the same key (rule 2.7)', async () => {
    const { keyId, api } = await service.issueKey(merchant, { permissions: ['payment_links:read'] });
    const { panel } = await signIn(service, merchant);
    const list = async () => (await api.get('/v1/webhooks')).status;
    const adjust = (permissions: string[]) => panel.send('PATCH', `/api-keys/${keyId}`, { permissions });

    expect(await list()).toBe(403);
    await adjust(['webhooks:read']);
    expect(await list()).toBe(200);
    await adjust(['payment_links:read']);
    expect(await list()).toBe(403);
  });
});
