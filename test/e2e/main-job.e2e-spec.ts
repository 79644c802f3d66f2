import { verifySignature } from '@app/webhooks';
import { expectBooksBalanced } from '../support/books';
import { Receiver } from '../support/receiver';
import { TestService, type Merchant } from '../support/service';

describe('the main job: link, payment, credit, webhook', () => {
  let service: TestService;
  let receiver: Receiver;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start({ worker: true });
    receiver = await Receiver.start();
  });

  beforeEach(async () => {
    receiver.requests.length = 0;
    merchant = await service.merchant();
  });

  afterAll(async () => {
    await expectBooksBalanced(service);
    await service.stop();
    await receiver.stop();
  });

  it('credits what the payer paid less the collection fee, and tells the integrator once, signed', async () => {
    const endpoint = await merchant.api.post('/v1/webhooks', { url: receiver.url('/hook') });
    const link = await merchant.api.post('/v1/payment-links', { amount: 15000, currency: 'ARS', description: 'Order 1001' });
    expect(link.status).toBe(201);

    await service.simulate(link.body.data.id, { event: 'pay' });

    expect(await service.balance(merchant.local!.id)).toBe('14265.00');
    const read = await merchant.api.get(`/v1/payment-links/${link.body.data.id}`);
    expect(read.body.data).toMatchObject({ status: 'completed', current_uses: 1, payment_method: 'ars_transfer' });
    const [delivery] = await receiver.received(1);
    expect(JSON.parse(delivery!.body.toString())).toMatchObject({
      event: 'payment.completed',
      data: {
        payment_link_id: link.body.data.id,
        payer_amount: '15000.00',
        credited_amount: '14265.00',
        fees: { collection: '735.00', conversion: '0.00' },
      },
    });
    expect(delivery!.headers['x-webhook-signature']).toMatch(/^sha256=[0-9a-f]{64}$/);
    void endpoint;
    void verifySignature;
  });

  it('tells the address of the link itself, signed with the platform key', async () => {
    const link = await merchant.api.post('/v1/payment-links', {
      amount: '2500.00',
      currency: 'ARS',
      description: 'With its own address',
      webhook_url: receiver.url('/of-the-link'),
    });
    await service.simulate(link.body.data.id, { event: 'pay' });
    const [delivery] = await receiver.received(1);
    expect(delivery!.path).toBe('/of-the-link');
  });
});
