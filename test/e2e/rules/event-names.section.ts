import { newId } from '@app/kernel';
import { TestService, type Merchant } from '../../support/service';

describe('Events, Event names', () => {
  let service: TestService;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start();
    merchant = await service.merchant();
  });

  afterAll(() => service.stop());

  const subscribe = (fields: object) =>
    merchant.api.post('/v1/webhooks', { url: `https://shop.example/${newId()}`, ...fields });

  it.each(['payment.completed', 'payment_link.cancelled'])('%s: is accepted in events (rule 13.1)', async (name) => {
    const { status, body } = await subscribe({ events: [name] });

    expect([status, body.data.events]).toEqual([201, [name]]);
  });

  it('six: there are six names, and each is accepted (rule 13.1)', async () => {
    const events = (await subscribe({})).body.data.events as string[];

    expect(new Set(events).size).toBe(6);
    expect(events).toEqual(expect.arrayContaining(['payment.completed', 'payment_link.cancelled']));
    for (const name of events) expect((await subscribe({ events: [name] })).status).toBe(201);
  });

  it.each(['payment.created', 'PAYMENT.COMPLETED', 'payment', '*'])(
    'six: %s is not one of them (rule 13.1)',
    async (name) => {
      expect((await subscribe({ events: [name] })).status).toBe(422);
    },
  );
});
