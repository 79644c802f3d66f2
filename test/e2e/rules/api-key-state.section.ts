import { until } from '../../support/conditions';
import { HttpClient, type HttpResponse } from '../../support/http-client';
import { signIn } from '../../support/panel';
import { TestService, type Merchant, type TestKey } from '../../support/service';

describe('States, API key state', () => {
  let service: TestService;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start();
    merchant = await service.merchant();
  });

  afterAll(() => service.stop());

  const use = ({ api }: Pick<TestKey, 'api'>) => api.get('/v1/wallets');

  const isActive = async ({ keyId }: TestKey) =>
    (await service.sql<{ is_active: boolean }>('SELECT is_active FROM api_keys WHERE id = $1', [keyId]))[0]?.is_active;

  function expectError({ status, body }: HttpResponse): void {
    expect(body).toEqual({ error: expect.any(String), code: 'invalid_api_key' });
    expect(status).toBe(401);
  }

  it('active: is the state of a new key (rule 2.12)', async () => {
    const { panel } = await signIn(service, merchant);
    const { body } = await panel.post('/api-keys', { name: 'Shop', permissions: ['*'], is_active: false });
    expect(body.data.is_active).toBe(true);

    const api = new HttpClient(service.url, { authorization: `Bearer ${body.data.api_key}` });
    expect((await use({ api })).status).toBe(200);
  });

  it('deactivated: a deactivated key is rejected (rule 2.12)', async () => {
    const { panel } = await signIn(service, merchant);
    const key = await service.issueKey(merchant);
    expect((await use(key)).status).toBe(200);
    await panel.send('PATCH', `/api-keys/${key.keyId}`, { is_active: false });

    const rejected = await until('the key is rejected', async () => {
      const response = await use(key);
      return response.status === 200 ? undefined : response;
    });
    expectError(rejected);
  });

  it('expired: the first request after the expiry date deactivates the key and is rejected (rule 2.12)', async () => {
    const key = await service.issueKey(merchant, { expiresAt: new Date(Date.now() - 1_000) });
    expect(await isActive(key)).toBe(true);

    expectError(await use(key));
    expect(await isActive(key)).toBe(false);
  });
});
