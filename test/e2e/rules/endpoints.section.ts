import { OPERATIONS, succeed, type Operation } from '../../support/external-operations';
import { TestService, type Merchant } from '../../support/service';

const TEXT = expect.any(String) as string;
const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string;
const SECRET = expect.stringMatching(/^[0-9a-f]{64}$/) as string;

const NEW_LINK = { id: UUID, url: TEXT, expires_at: null };
const READ_LINK = {
  amount: TEXT,
  currency: 'ARS',
  currency_destiny: 'ARS',
  description: TEXT,
  expires_at: null,
  max_uses: 1,
  current_uses: 0,
  status: 'active',
  checkout_url: TEXT,
  payment_method: null,
  created_at: TEXT,
  updated_at: TEXT,
};
const CANCELLED = { id: UUID, status: 'cancelled' };
const NEW_ENDPOINT = {
  id: UUID,
  url: TEXT,
  description: null,
  events: expect.any(Array) as string[],
  is_active: true,
  created_at: TEXT,
};
const ENDPOINT = { ...NEW_ENDPOINT, last_triggered_at: null };
const ONE_METHOD = expect.objectContaining({ code: TEXT, currency: TEXT }) as object;

describe('Endpoints, External operations', () => {
  let service: TestService;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start();
  });

  beforeEach(async () => {
    merchant = await service.merchant({ cards: true });
  });

  afterAll(() => service.stop());

  it('operations: these sixteen are all there are (rule 1.1)', () => {
    const { router } = service.api.app.getHttpAdapter().getInstance();
    const routes = (router.stack as { route?: { path: string; methods: Record<string, boolean> } }[])
      .flatMap(({ route }) => Object.keys(route?.methods ?? {}).map((method) => [method.toUpperCase(), route?.path]))
      .filter(([, path]) => path?.startsWith('/v1'))
      .map(([method, path]) => `${method} ${path?.replace(':id', '{id}')}`);

    expect(routes.sort()).toEqual([...OPERATIONS].sort());
  });

  it.each<[Operation, string | null, number, unknown]>([
    ['POST /v1/payment-links', 'payment_links:create', 201, NEW_LINK],
    ['GET /v1/payment-links/{id}', 'payment_links:read', 200, READ_LINK],
    ['DELETE /v1/payment-links/{id}', 'payment_links:cancel', 200, CANCELLED],
    ['POST /v1/cards/payment-links', 'card_payment_links:create', 201, NEW_LINK],
    ['GET /v1/cards/payment-links/{id}', 'card_payment_links:read', 200, READ_LINK],
    ['DELETE /v1/cards/payment-links/{id}', 'card_payment_links:cancel', 200, CANCELLED],
    ['GET /v1/webhooks', 'webhooks:read', 200, []],
    ['GET /v1/webhooks/{id}', 'webhooks:read', 200, ENDPOINT],
    ['POST /v1/webhooks', 'webhooks:write', 201, { ...NEW_ENDPOINT, secret: SECRET }],
    ['PUT /v1/webhooks/{id}', 'webhooks:write', 200, { ...ENDPOINT, description: 'Orders' }],
    ['DELETE /v1/webhooks/{id}', 'webhooks:write', 200, { id: UUID, deleted: true }],
    ['POST /v1/webhooks/{id}/rotate-secret', 'webhooks:write', 200, { id: UUID, secret: SECRET }],
    ['GET /v1/wallets', null, 200, [{ currency: 'ARS' }]],
    ['GET /v1/payment-methods', null, 200, expect.arrayContaining([ONE_METHOD])],
    ['POST /v1/conversions/quote', null, 200, expect.objectContaining({ origin: 'BRL', destination: 'ARS' })],
    ['POST /v1/conversions/rate', null, 200, expect.objectContaining({ origin: 'BRL', destination: 'ARS' })],
  ])(
    '%s: works with only the permission %s, and returns %i with its data (rule 1.5)',
    async (operation, needed, ...wanted) => {
      const { api } = await service.issueKey(merchant, { permissions: needed === null ? [] : [needed] });

      const { status, body } = await succeed(operation, api, merchant);
      expect([status, body.data]).toEqual(wanted);
    },
  );

  it('GET /v1/webhooks: lists each endpoint of the account, without secrets (rule 1.5)', async () => {
    await succeed('POST /v1/webhooks', merchant.api, merchant);
    await succeed('POST /v1/webhooks', (await service.issueKey(merchant)).api, merchant);

    const { body, text } = await merchant.api.get('/v1/webhooks');
    expect(body.data).toEqual([ENDPOINT, ENDPOINT]);
    expect(text).not.toContain('secret');
  });

  it.each([
    ['GET /v1/payment-links/{id}', '/v1/payment-links/1'],
    ['DELETE /v1/payment-links/{id}', '/v1/payment-links/1'],
    ['GET /v1/webhooks/{id}', '/v1/webhooks/1'],
  ] as const)('%s: requires a UUID for its {id} (rule 1.5)', async (operation, path) => {
    const response = operation.startsWith('GET') ? await merchant.api.get(path) : await merchant.api.delete(path);

    expect([response.status, response.body.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });

  it('POST /v1/webhooks: needs a url; accepts a description and a list of events (rule 13.6)', async () => {
    const events = ['payment.completed'];
    const rejected = await merchant.api.post('/v1/webhooks', { description: 'Orders', events });
    const url = 'https://shop.example/hooks';
    const taken = await merchant.api.post('/v1/webhooks', { url, description: 'Orders', events });

    expect([rejected.status, Object.keys(rejected.body.errors as object)]).toEqual([422, ['url']]);
    expect(taken.body.data).toMatchObject({ url, description: 'Orders', events });
  });
});
