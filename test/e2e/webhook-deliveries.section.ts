import { allDone, cancelNewLink, register as registerAt } from '../support/deliveries';
import { Receiver } from '../support/receiver';
import { TestService, type Merchant } from '../support/service';

/** The effect of changes of an endpoint on queued and new deliveries. */
describe('deliveries while their endpoint changes', () => {
  let service: TestService;
  let receiver: Receiver;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start();
    receiver = await Receiver.start();
  });

  beforeEach(async () => {
    merchant = await service.merchant();
    receiver.requests.length = 0;
    receiver.response = () => 200;
  });

  afterEach(() => service.stopWorker());

  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  const register = (path = '/hook') => registerAt(merchant, receiver.url(path));
  const cancelLink = () => cancelNewLink(service, merchant);

  it('a deleted endpoint gets no new events', async () => {
    const { id } = await register('/deleted');
    await register('/kept');
    await merchant.api.delete(`/v1/webhooks/${id}`);
    await cancelLink();
    await service.startWorker();

    await receiver.received(1, '/kept');
    await allDone(service, merchant);
    expect(receiver.arrived('/deleted')).toEqual([]);
  });

  it('a change of the address does not affect queued deliveries', async () => {
    const { id } = await register('/before');
    await cancelLink();
    await merchant.api.send('PUT', `/v1/webhooks/${id}`, { url: receiver.url('/after') });
    await cancelLink();
    await service.startWorker();

    await allDone(service, merchant);
    expect([receiver.arrived('/before').length, receiver.arrived('/after').length]).toEqual([1, 1]);
  });

  it('a deactivated endpoint gets its queued deliveries and no new events', async () => {
    const { id } = await register();
    await cancelLink();
    await merchant.api.send('PUT', `/v1/webhooks/${id}`, { is_active: false });
    await cancelLink();
    await service.startWorker();

    await allDone(service, merchant);
    expect(receiver.arrived('/hook')).toHaveLength(1);
  });

  it('an endpoint gets the events of its changed subscription', async () => {
    const { id } = await register();
    await merchant.api.send('PUT', `/v1/webhooks/${id}`, { events: ['payment.completed'] });
    await cancelLink();
    await service.simulate(await service.createLink(merchant), { event: 'pay' });
    await service.startWorker();

    await allDone(service, merchant);
    const events = receiver.arrived('/hook').map(({ body }) => JSON.parse(body.toString()).event as string);
    expect(events).toEqual(['payment.completed']);
  });

  it('an expired link causes the event payment_link.expired', async () => {
    await register();
    await service.simulate(await service.createLink(merchant), { event: 'lapse' });
    await service.startWorker();

    const [attempt] = await receiver.received(1, '/hook');
    expect(JSON.parse(attempt!.body.toString())).toMatchObject({
      event: 'payment_link.expired',
      data: { status: 'expired', kind: 'payment_link' },
    });
  });
});
