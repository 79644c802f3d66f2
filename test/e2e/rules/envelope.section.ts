import { newId } from '@app/kernel';
import { CARD_LINKS, createCardLink } from '../../support/paid-links';
import type { HttpResponse } from '../../support/http-client';
import { TestService, type Merchant } from '../../support/service';

const LINK = { amount: 15000, currency: 'ARS', description: 'Order 1001' };
const PAIR = { amount: 500, origin: 'BRL', destination: 'ARS' };

describe('Resources', () => {
  let service: TestService;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start();
    merchant = await service.merchant({ cards: true });
  });

  afterAll(() => service.stop());

  const newEndpoint = () => merchant.api.post('/v1/webhooks', { url: `https://shop.example/${newId()}` });
  const endpointPath = async () => `/v1/webhooks/${(await newEndpoint()).body.data.id}`;
  const linkPath = async () => `/v1/payment-links/${await service.createLink(merchant)}`;
  const cardLinkPath = async () => `${CARD_LINKS}/${await createCardLink(merchant)}`;

  const operations: readonly (readonly [operation: string, call: () => Promise<HttpResponse>])[] = [
    ['POST /v1/payment-links', () => merchant.api.post('/v1/payment-links', LINK)],
    ['GET /v1/payment-links/{id}', async () => merchant.api.get(await linkPath())],
    ['DELETE /v1/payment-links/{id}', async () => merchant.api.delete(await linkPath())],
    ['POST /v1/cards/payment-links', () => merchant.api.post(CARD_LINKS, LINK)],
    ['GET /v1/cards/payment-links/{id}', async () => merchant.api.get(await cardLinkPath())],
    ['DELETE /v1/cards/payment-links/{id}', async () => merchant.api.delete(await cardLinkPath())],
    ['GET /v1/webhooks', () => merchant.api.get('/v1/webhooks')],
    ['GET /v1/webhooks/{id}', async () => merchant.api.get(await endpointPath())],
    ['POST /v1/webhooks', newEndpoint],
    ['PUT /v1/webhooks/{id}', async () => merchant.api.send('PUT', await endpointPath(), { description: 'moved' })],
    ['DELETE /v1/webhooks/{id}', async () => merchant.api.delete(await endpointPath())],
    ['POST /v1/webhooks/{id}/rotate-secret', async () => merchant.api.post(`${await endpointPath()}/rotate-secret`)],
    ['GET /v1/wallets', () => merchant.api.get('/v1/wallets')],
    ['GET /v1/payment-methods', () => merchant.api.get('/v1/payment-methods')],
    ['POST /v1/conversions/quote', () => merchant.api.post('/v1/conversions/quote', PAIR)],
    ['POST /v1/conversions/rate', () => merchant.api.post('/v1/conversions/rate', PAIR)],
  ];

  it.each(operations)('envelope: %s returns exactly success, message and data (rule 1.4)', async (_operation, call) => {
    const { status, body } = await call();

    expect(body).toEqual({ success: true, message: expect.any(String), data: expect.any(Object) });
    expect(status).toBeLessThan(300);
  });
});
