import { newId } from '@app/kernel';
import { InMemoryWebhooks } from '../testing/in-memory-webhooks';
import type { WebhookEvent } from './event-publisher';

const tx = {} as never;

describe('EventPublisher', () => {
  let webhooks: InMemoryWebhooks;
  let accountId: string;
  beforeEach(async () => {
    webhooks = new InMemoryWebhooks();
    accountId = newId();
    await webhooks.register(accountId, 'http://127.0.0.1:9/');
  });

  const event = (changes: Partial<WebhookEvent> = {}): WebhookEvent => ({
    accountId,
    type: 'payment.completed',
    createdAt: new Date('2026-05-01T10:00:00.123Z'),
    data: { amount: '1500.00', url: 'https://a/b', name: 'São' },
    ...changes,
  });
  const bodies = () => webhooks.all.map(({ event: { body } }) => body);

  it('writes the body with id, event, time and data, in this order', async () => {
    const id = newId();
    await webhooks.publisher.publish(tx, [event({ id })]);
    expect(bodies()).toEqual([
      `{"id":"${id}","event":"payment.completed","created_at":"2026-05-01T10:00:00.123Z",` +
        `"data":{"amount":"1500.00","url":"https://a/b","name":"São"}}`,
    ]);
  });

  it('gives an event an id when it has none', async () => {
    await webhooks.publisher.publish(tx, [event()]);
    const [stored] = webhooks.all.map(({ event: { id, body } }) => ({ id, body }));
    expect(JSON.parse(stored?.body ?? '')).toMatchObject({ id: stored?.id });
  });

  it('gives all destinations the same body', async () => {
    await webhooks.register(accountId, 'http://127.0.0.1:9/2');
    await webhooks.publisher.publish(tx, [event({ linkWebhookUrl: 'http://127.0.0.1:9/3' })]);
    expect(bodies()).toHaveLength(3);
    expect(new Set(bodies()).size).toBe(1);
  });

  it('sends one announcement for a batch', async () => {
    await webhooks.publisher.publish(tx, [event(), event()]);
    expect(webhooks.announcer.announced).toBe(1);
  });

  it('sends no announcement when an event has no destination', async () => {
    await webhooks.publisher.publish(tx, [event({ accountId: newId() })]);
    expect(webhooks.announcer.announced).toBe(0);
  });

  it('runs no statement when there are no events', async () => {
    const add = jest.spyOn(webhooks.store, 'add');
    await webhooks.publisher.publish(tx, []);
    expect(add).not.toHaveBeenCalled();
  });
});
