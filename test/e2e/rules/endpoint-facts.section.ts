import { newId } from '@app/kernel';
import { cancelNewLink, isSignedWith, register, rotateSecret } from '../../support/deliveries';
import { call, LINK } from '../../support/external-operations';
import type { HttpResponse } from '../../support/http-client';
import { signIn } from '../../support/panel';
import { Receiver } from '../../support/receiver';
import { TestService, type Merchant } from '../../support/service';

const LANES = ['/v1/payment-links', '/v1/cards/payment-links'];

describe('Endpoints, Endpoint facts', () => {
  let service: TestService;
  let receiver: Receiver;
  let merchant: Merchant;
  let url: string;

  beforeAll(async () => {
    service = await TestService.start();
    receiver = await Receiver.start();
  });

  beforeEach(async () => {
    merchant = await service.merchant({ cards: true });
    url = receiver.url(`/${newId()}`);
  });

  afterEach(() => service.stopWorker());

  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  function expectError({ status, body }: HttpResponse, wanted: number, code: string): void {
    expect([status, body.code]).toEqual([wanted, code]);
  }

  it.each(LANES)('an account without a verified identity cannot create a link: POST %s (rule 3.1)', async (path) => {
    const { api } = await service.merchant({ cards: true, kyc: 'pending' });

    expectError(await api.post(path, LINK), 400, 'KYC_VERIFICATION_REQUIRED');
  });

  it.each(LANES)('an account without business verification cannot create a link: POST %s (rule 3.1)', async (path) => {
    const { api } = await service.merchant({ cards: true, kyb: 'pending' });

    expectError(await api.post(path, LINK), 400, 'KYB_VERIFICATION_REQUIRED');
  });

  it.each(LANES)('reading and cancelling require no verification: %s (rule 3.1)', async (path) => {
    const { id } = (await merchant.api.post(path, LINK)).body.data as { id: string };
    await service.sql(`UPDATE accounts SET kyc_status = 'pending', kyb_status = 'pending' WHERE id = $1`, [
      merchant.account.id,
    ]);

    expect((await merchant.api.get(`${path}/${id}`)).status).toBe(200);
    expect((await merchant.api.delete(`${path}/${id}`)).status).toBe(200);
  });

  it('a link needs the equivalent of 2.00 USD, which at a rate of 1000 is 2000 ARS (rule 3.2)', async () => {
    const create = (amount: string) => merchant.api.post('/v1/payment-links', { ...LINK, amount });

    expectError(await create('1999.99'), 400, 'BUSINESS_PAYMENT_LINK_MINIMUM_AMOUNT');
    expect((await create('2000.00')).status).toBe(201);
  });

  it('the minimum is checked before the rest of the body (rule 3.2)', async () => {
    const invalid = { currency: 'ARS', description: 7, amount_type: 'x' };
    const create = (amount: number) => merchant.api.post('/v1/payment-links', { ...invalid, amount });

    expectError(await create(1), 400, 'BUSINESS_PAYMENT_LINK_MINIMUM_AMOUNT');
    expectError(await create(15000), 422, 'VALIDATION_FAILED');
  });

  it.each(LANES)('no operation finds a link by anything but its id: GET %s (rule 3.3)', async (path) => {
    await merchant.api.post(path, LINK);

    expectError(await merchant.api.get(`${path}?description=Order%201001`), 404, 'RESOURCE_NOT_FOUND');
    expectError(await merchant.api.delete(`${path}?description=Order%201001`), 404, 'RESOURCE_NOT_FOUND');
  });

  it('read and cancel use only the id in the path (rule 3.3)', async () => {
    const [here, elsewhere] = [await service.createLink(merchant), await service.createLink(merchant)];
    await merchant.api.delete(`/v1/payment-links/${here}?id=${elsewhere}`);

    const read = async (id: string, other: string) =>
      (await merchant.api.get(`/v1/payment-links/${id}?id=${other}`)).body.data.status as string;
    expect([await read(here, elsewhere), await read(elsewhere, here)]).toEqual(['cancelled', 'active']);
  });

  it('a registered URL cannot be registered again, by any key of the account (rule 13.2)', async () => {
    await register(merchant, url);
    const other = await service.issueKey(merchant);

    for (const { api } of [merchant, other]) {
      expectError(await api.post('/v1/webhooks', { url }), 422, 'WEBHOOK_ALREADY_EXISTS');
    }
  });

  it('a subscription to an event that is never sent is accepted with 201 (rule 13.1)', async () => {
    const { status, body } = await merchant.api.post('/v1/webhooks', { url, events: ['payout.failed'] });

    expect(status).toBe(201);
    expect((await merchant.api.get(`/v1/webhooks/${body.data.id}`)).body.data.events).toEqual(['payout.failed']);
  });

  it.each(['PUT /v1/webhooks/{id}', 'DELETE /v1/webhooks/{id}', 'POST /v1/webhooks/{id}/rotate-secret'] as const)(
    'any key of the account with write permission can change any endpoint: %s (rule 13.3)',
    async (operation) => {
      const { id } = await register(await service.issueKey(merchant), url);
      const { api } = await service.issueKey(merchant, { permissions: ['webhooks:write'] });

      expect((await call(operation, api, id)).status).toBe(200);
    },
  );

  it('endpoints stay active without a key when their key is deleted (rule 13.3)', async () => {
    const key = await service.issueKey(merchant);
    const { id } = await register(key, url);
    const keyOf = () => service.sql('SELECT api_key_id FROM webhook_endpoints WHERE id = $1', [id]);
    expect(await keyOf()).toEqual([{ api_key_id: key.keyId }]);

    const { panel } = await signIn(service, merchant);
    await panel.delete(`/api-keys/${key.keyId}`);
    expect((await merchant.api.get(`/v1/webhooks/${id}`)).body.data).toMatchObject({ url, is_active: true });
    expect(await keyOf()).toEqual([{ api_key_id: null }]);
  });

  it('rotation creates a new secret (rule 13.5)', async () => {
    const endpoint = await register(merchant, url);

    expect(await rotateSecret(merchant, endpoint)).not.toBe(endpoint.secret);
  });

  it('rotation does not change the secret of queued deliveries (rule 13.5)', async () => {
    const endpoint = await register(merchant, url);
    await cancelNewLink(service, merchant);
    const renewed = await rotateSecret(merchant, endpoint);
    await service.startWorker();

    const [delivery] = await receiver.received(1, new URL(url).pathname);
    expect([isSignedWith(endpoint.secret, delivery!), isSignedWith(renewed, delivery!)]).toEqual([true, false]);
  });
});
