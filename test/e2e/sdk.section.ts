import { isCode, ServicePay, ServicePayError, verifyWebhook } from '@app/sdk';
import { newId } from '@app/kernel';
import { Receiver } from '../support/receiver';
import { TestService, type Merchant } from '../support/service';

describe('the SDK against the service', () => {
  const order = { amount: '15000.00', currency: 'ARS', description: 'Order 1001 — café/té' } as const;
  let service: TestService;
  let receiver: Receiver;
  let merchant: Merchant;
  let client: ServicePay;

  beforeAll(async () => {
    service = await TestService.start({ worker: true });
    receiver = await Receiver.start();
  });
  beforeEach(async () => {
    merchant = await service.merchant({ cards: true });
    client = new ServicePay({ apiKey: merchant.apiKey, baseUrl: service.url });
  });
  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  it('creates, reads and cancels a payment link', async () => {
    const { id, url } = await client.paymentLinks.create(order);
    expect(await client.paymentLinks.retrieve(id)).toMatchObject({ amount: '15000.00', checkout_url: url });
    expect(await client.paymentLinks.cancel(id)).toEqual({ id, status: 'cancelled' });
  });

  it('creates, reads and cancels a card payment link', async () => {
    const { id } = await client.cardPaymentLinks.create(order);
    expect(await client.cardPaymentLinks.retrieve(id)).toMatchObject({ status: 'active', max_uses: 1 });
    expect(await client.cardPaymentLinks.cancel(id)).toEqual({ id, status: 'cancelled' });
  });

  it('registers, lists, reads, changes, rotates and deletes a webhook endpoint', async () => {
    const endpoint = await client.webhookEndpoints.create({ url: receiver.url(`/${newId()}`) });
    expect(await client.webhookEndpoints.list()).toMatchObject([{ id: endpoint.id }]);
    expect(await client.webhookEndpoints.retrieve(endpoint.id)).not.toHaveProperty('secret');
    expect(await client.webhookEndpoints.update(endpoint.id, { is_active: false })).toMatchObject({ is_active: false });
    expect((await client.webhookEndpoints.rotateSecret(endpoint.id)).secret).not.toBe(endpoint.secret);
    expect(await client.webhookEndpoints.delete(endpoint.id)).toEqual({ id: endpoint.id, deleted: true });
  });

  it('lists wallets and payment methods', async () => {
    expect(await client.wallets.list()).toEqual([{ currency: 'ARS' }]);
    expect((await client.paymentMethods.list()).map(({ code }) => code)).toContain('ars_transfer');
  });

  it('quotes a conversion and returns a rate', async () => {
    const asked = { amount: '500', origin: 'BRL', destination: 'ARS' } as const;
    expect(await client.conversions.quote({ ...asked, amount_type: 'charge' })).toMatchObject({
      destination_amount: '99000.00',
    });
    expect(await client.conversions.rate(asked)).toMatchObject({ rate: '200', converted_amount: '100000.00' });
  });

  it('distinguishes errors by their code', async () => {
    const { id } = await client.paymentLinks.create(order);
    await client.paymentLinks.cancel(id);
    const rejected = await client.paymentLinks.cancel(id).catch((error: unknown) => error);
    expect(rejected).toBeInstanceOf(ServicePayError);
    expect(isCode(rejected, 'PAYMENT_LINK_NOT_ACTIVE') && rejected.errors.status).toBe('cancelled');
  });

  it('verifies deliveries of the service', async () => {
    const path = `/${newId()}`;
    const { secret } = await client.webhookEndpoints.create({ url: receiver.url(path) });
    const { id } = await client.paymentLinks.create(order);
    await service.simulate(id, { event: 'pay' });
    const [delivery] = await receiver.received(1, path);
    const event = verifyWebhook(delivery!.body, delivery!.headers, secret!);
    expect(event).toMatchObject({ event: 'payment.completed', data: { payment_link_id: id } });
  });
});
