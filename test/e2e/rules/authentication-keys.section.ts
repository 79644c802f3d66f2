import { ApiKeyIssuer } from '@app/accounts';
import { UnitOfWork } from '@app/kernel';
import { until } from '../../support/conditions';
import { LINK } from '../../support/external-operations';
import type { HttpClient } from '../../support/http-client';
import { signIn } from '../../support/panel';
import { TestService, type Merchant, type MerchantOptions } from '../../support/service';

const KEY = { name: 'Shop', permissions: ['*'] };
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/;

interface KeyJson {
  readonly id: string;
  readonly api_key: string;
  readonly [field: string]: unknown;
}

describe('Authentication, Keys', () => {
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

  const post = (fields: object = {}) => panel.post('/api-keys', { ...KEY, ...fields });
  const patch = (id: string, fields: object) => panel.send('PATCH', `/api-keys/${id}`, fields);
  const use = (apiKey: string) => service.anonymous().get('/v1/wallets', { 'x-api-key': apiKey });
  const listed = async () => (await panel.get('/api-keys')).body.data as KeyJson[];

  async function create(fields: object = {}): Promise<KeyJson> {
    const { status, text, body } = await post(fields);
    if (status !== 201) throw new Error(`no key was created: ${text}`);
    return body.data as KeyJson;
  }

  it('a key is pay_, its account, its environment and 48 characters of secret (rule 2.4)', async () => {
    const { api_key } = await create();

    expect(api_key).toMatch(new RegExp(`^pay_${merchant.account.slug}_live_[A-Za-z0-9]{48}$`));
  });

  it.each(['dev', 'test', 'live'] as const)('a key can have the environment %s (rule 2.5)', async (environment) => {
    const input = { ...KEY, userId: merchant.userId, environment };
    const { apiKey } = await service
      .get(UnitOfWork)
      .run((tx) => service.get(ApiKeyIssuer).issue(tx, merchant.account, input));

    expect(apiKey).toContain(`_${environment}_`);
    expect((await use(apiKey)).status).toBe(200);
  });

  it.each(['prod', 'LIVE', ''])('there is no environment %j (rule 2.5)', async (environment) => {
    const { body } = await use(merchant.apiKey.replace('_live_', `_${environment}_`));

    expect(body.code).toBe('invalid_key_format');
  });

  it('the panel shows the first three segments as the prefix (rule 2.6)', async () => {
    const { api_key, prefix } = await create();

    expect(prefix).toBe(api_key.split('_').slice(0, 3).join('_'));
    expect((await listed())[0]!['prefix']).toBe(prefix);
  });

  it('the environment does not change after creation (rule 2.5)', async () => {
    const { id, prefix } = await create();
    const { status, body } = await patch(id, { environment: 'test' });

    expect([status, Object.keys(body.errors as object)]).toEqual([422, ['environment']]);
    expect((await listed())[0]!['prefix']).toBe(prefix);
  });

  it.each([undefined, 'test', 'dev'])(
    'the panel creates live keys, in Sandbox too, when %s is requested (rule 2.5)',
    async (environment) => {
      expect(service.config.environment).toBe('sandbox');
      expect((await create({ environment })).api_key).toMatch(/^pay_[^_]+_live_/);
    },
  );

  it('a new key allows 60 requests a minute (rule 2.9)', async () => {
    const { api_key, rate_limit } = await create();

    expect(rate_limit).toBe(60);
    expect((await use(api_key)).headers['x-ratelimit-limit']).toBe('60');
  });

  it.each([1, 10_000])('a limit of %i is accepted (rule 2.9)', async (rate_limit) => {
    const { id, ...key } = await create({ rate_limit });

    expect(key['rate_limit']).toBe(rate_limit);
    expect((await patch(id, { rate_limit })).status).toBe(200);
  });

  it.each([0, 10_001, -1, 1.5])('a limit of %d is rejected (rule 2.9)', async (rate_limit) => {
    const responses = [await post({ rate_limit }), await patch(merchant.keyId, { rate_limit })];

    expect(responses.map(({ status, body }) => [status, Object.keys(body.errors as object)])).toEqual(
      Array(2).fill([422, ['rate_limit']]),
    );
  });

  it('origins and an expiry date are optional and empty by default (rule 2.10)', async () => {
    expect(await create()).toMatchObject({ allowed_origins: [], expires_at: null });
  });

  it.each<[string, unknown]>([
    ['name', 'Other'],
    ['permissions', ['webhooks:read']],
    ['rate_limit', 7],
    ['allowed_origins', ['https://shop.example']],
    ['expires_at', '2100-01-01T00:00:00.000Z'],
    ['is_active', false],
  ])('%s can be changed after creation (rule 2.10)', async (field, value) => {
    const { id, api_key: _, ...key } = await create();
    const { status, body } = await patch(id, { [field]: value });

    expect([status, body.data]).toEqual([200, { id, ...key, [field]: value }]);
    expect((await listed())[0]).toEqual({ id, ...key, [field]: value });
  });

  it('name, permissions and origins are chosen at creation (rule 2.10)', async () => {
    const chosen = { name: 'Café', permissions: ['webhooks:read'], allowed_origins: ['https://shop.example'] };

    expect(await create(chosen)).toMatchObject(chosen);
  });

  it('the state is not chosen at creation, when a key is active (rule 2.10)', async () => {
    const { api_key, is_active } = await create({ is_active: false });

    expect(is_active).toBe(true);
    expect((await use(api_key)).status).toBe(200);
  });

  it.each(['/v1/api-keys', '/v1/keys', '/v1/clients/api-keys'])(
    'the external API has no operation that creates keys: %s (rule 2.13)',
    async (path) => {
      const { status, body } = await merchant.api.post(path, KEY);

      expect([status, body.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
    },
  );

  it('a key gives no access to the panel (rule 2.13)', async () => {
    expect((await merchant.api.post('/api/v1/clients/api-keys', KEY)).status).toBe(401);
  });

  async function panelOfOne(options: MerchantOptions) {
    const owner = await service.merchant(options);
    return { owner, panel: (await signIn(service, owner)).panel };
  }

  it('creating a key requires a verified identity (rule 2.14)', async () => {
    const pending = await panelOfOne({ kyc: 'pending' });
    const { status, body } = await pending.panel.post('/api-keys', KEY);

    expect([status, body.code]).toEqual([400, 'KYC_VERIFICATION_REQUIRED']);
  });

  it('creating a key requires no business verification, unlike collecting (rule 2.14)', async () => {
    const pending = await panelOfOne({ kyb: 'pending' });

    expect((await pending.panel.post('/api-keys', KEY)).status).toBe(201);
    expect((await pending.owner.api.post('/v1/payment-links', LINK)).body.code).toBe('KYB_VERIFICATION_REQUIRED');
  });

  it('the list shows name, prefix, state, creation and last use (rule 2.15)', async () => {
    const { id, api_key, prefix } = await create();
    expect((await listed())[0]).toMatchObject({ name: 'Shop', prefix, is_active: true, last_used_at: null });
    await use(api_key);

    const used = await until('the use is shown', async () => {
      const [key] = await listed();
      return key!['last_used_at'] !== null && key;
    });
    expect(used).toMatchObject({
      id,
      created_at: expect.stringMatching(ISO),
      last_used_at: expect.stringMatching(ISO),
    });
  });

  it('the whole secret is shown at creation only (rule 2.15)', async () => {
    const { id, api_key } = await create();
    expect(api_key.slice(-48)).toMatch(/^[A-Za-z0-9]{48}$/);

    const later = [
      await panel.get('/api-keys'),
      await patch(id, { name: 'Other' }),
      await panel.delete(`/api-keys/${id}`),
    ];
    expect(later.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(later.map(({ text }) => text).join()).not.toContain(api_key.slice(-48));
  });

  it('a key is replaced by another, which works before and after the old one is deleted (rule 2.16)', async () => {
    const [old, replacement] = [await create(), await create()];
    const work = () => Promise.all([old, replacement].map(async ({ api_key }) => (await use(api_key)).status));

    expect(await work()).toEqual([200, 200]);
    await panel.delete(`/api-keys/${old.id}`);
    expect(await work()).toEqual([401, 200]);
  });
});
