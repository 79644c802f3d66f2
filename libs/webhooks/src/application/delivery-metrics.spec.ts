import { newId } from '@app/kernel';
import { Metrics } from '@app/platform';
import { anEvent } from '../testing/factories';
import { InMemoryWebhooks } from '../testing/in-memory-webhooks';
import { showDeliveries } from './delivery-metrics';

describe('The metrics of deliveries', () => {
  let webhooks: InMemoryWebhooks;
  let metrics: Metrics;
  beforeEach(() => {
    webhooks = new InMemoryWebhooks();
    metrics = new Metrics('test', false);
    showDeliveries(metrics, webhooks.queue, { sending: 4 });
  });
  const value = async (name: string) => {
    const text = await metrics.registry.metrics();
    return Number(new RegExp(`^${name}\\{.*\\} (.+)$`, 'm').exec(text)?.[1] ?? NaN);
  };
  const queueTwo = async () => {
    const linkWebhookUrl = 'http://127.0.0.1:9/hook';
    const accountId = newId();
    await webhooks.store.add(
      {} as never,
      [1, 2].map(() => anEvent({ accountId, linkWebhookUrl })),
    );
  };

  it('show the depth of the queue', async () => {
    await queueTwo();
    await webhooks.deliveries.claim({ free: 4, running: [] });
    await expect(Promise.all([value('webhook_queue_due'), value('webhook_queue_waiting')])).resolves.toEqual([1, 1]);
  });

  it('show for how long the oldest due delivery has been waiting, although no worker claims', async () => {
    await queueTwo();
    webhooks.clock.advance(90_000);
    await expect(value('webhook_oldest_due_seconds')).resolves.toBe(90);
  });

  it('read the queue once per scrape', async () => {
    const depth = jest.spyOn(webhooks.queue, 'depth');
    await metrics.registry.metrics();
    expect(depth).toHaveBeenCalledTimes(1);
  });

  it('show the slots in all, in use and reserved', async () => {
    const names = ['webhook_slots_total', 'webhook_slots_busy', 'webhook_slots_reserved'];
    await expect(Promise.all(names.map(value))).resolves.toEqual([512, 4, 64]);
  });
});
