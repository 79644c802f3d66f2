import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { errorSchema, type ErrorCode } from '../../apps/api/src/docs/error-catalogue';
import { SCHEMAS, type SchemaName } from '../../apps/api/src/docs/schemas';
import { signIn } from '../support/panel';
import { TestService, type Merchant } from '../support/service';

describe('what the API answers, against the documented schemas', () => {
  let service: TestService;
  let merchant: Merchant;
  const ajv = new Ajv2020({ strictTypes: false });
  addFormats(ajv);
  ajv.addKeyword('components');
  ajv.addSchema({ $id: 'https://docs.example/all', components: { schemas: SCHEMAS } });

  beforeAll(async () => {
    service = await TestService.start();
    merchant = await service.merchant({ usd: true, cards: true });
  });

  afterAll(() => service.stop());

  function expectData(name: SchemaName, { data }: { data?: unknown }): void {
    const validate = ajv.getSchema(`https://docs.example/all#/components/schemas/${name}`)!;
    void validate(data);
    expect([name, validate.errors, data]).toEqual([name, null, data]);
  }

  function expectError(code: ErrorCode, body: unknown): void {
    const validate = ajv.compile(errorSchema(code));
    void validate(body);
    expect([validate.errors, body]).toEqual([null, body]);
  }

  it.each(['/v1/payment-links', '/v1/cards/payment-links'])('links under %s', async (path) => {
    const link = { amount: '15000.00', currency: 'ARS', description: 'Order 1001' };
    const created = (await merchant.api.post(path, link)).body;
    const address = `${path}/${created.data.id as string}`;

    expectData('CreatedPaymentLink', created);
    expectData('PaymentLink', (await merchant.api.get(address)).body);
    expectData('CancelledPaymentLink', (await merchant.api.delete(address)).body);
  });

  it('wallets, methods and conversions', async () => {
    const pair = { origin: 'ARS', destination: 'BRL', amount: '1000' };

    expectData('Wallets', (await merchant.api.get('/v1/wallets')).body);
    expectData('PaymentMethods', (await merchant.api.get('/v1/payment-methods')).body);
    expectData('Quote', (await merchant.api.post('/v1/conversions/quote', pair)).body);
    expectData('Rate', (await merchant.api.post('/v1/conversions/rate', pair)).body);
  });

  it('webhook endpoints', async () => {
    const created = (await merchant.api.post('/v1/webhooks', { url: 'https://shop.example/hook' })).body;
    const address = `/v1/webhooks/${created.data.id as string}`;

    expectData('CreatedWebhookEndpoint', created);
    expectData('WebhookEndpoints', (await merchant.api.get('/v1/webhooks')).body);
    expectData('WebhookEndpoint', (await merchant.api.get(address)).body);
    expectData('RotatedSecret', (await merchant.api.post(`${address}/rotate-secret`)).body);
    expectData('Deleted', (await merchant.api.delete(address)).body);
  });

  it('the panel', async () => {
    const { panel } = await signIn(service, merchant);

    expectData('Account', (await panel.get('/account')).body);
    expectData('User', (await panel.get('/auth/me')).body);
    expectData('ApiKeys', (await panel.get('/api-keys')).body);
    expectData('CreatedApiKey', (await panel.post('/api-keys', { name: 'Shop', permissions: ['*'] })).body);
    expectData('SignedOut', (await panel.post('/auth/logout')).body);
  });

  it('errors of both envelopes', async () => {
    const post = async (body: object) => (await merchant.api.post('/v1/payment-links', body)).body as unknown;

    expectError('missing_api_key', (await service.anonymous().get('/v1/wallets')).body);
    expectError('RESOURCE_NOT_FOUND', (await merchant.api.get('/v1/webhooks/x')).body);
    expectError('VALIDATION_FAILED', await post({}));
    expectError('BUSINESS_PAYMENT_LINK_MINIMUM_AMOUNT', await post({ amount: 1, currency: 'ARS' }));
  });
});
