import { newId } from '@app/kernel';
import { PostgresDatabase } from '@app/platform';
import { testDataSource } from '../../../../test/support/test-database';
import { QueueDriver, type DeliveryQueueSubject } from '../testing/delivery-queue.contract';
import { anEncryptedSecret } from '../testing/endpoint-repository.contract';
import { anEvent } from '../testing/factories';
import { postgresQueueSubject } from '../testing/postgres-queue.subject';
import { MAX_ATTEMPTS } from '../domain/retry-plan';
import { PostgresDeliveryLogRepository } from './postgres-delivery-log.repository';

describe('PostgresDeliveryLogRepository', () => {
  let subject: DeliveryQueueSubject;
  let repository: PostgresDeliveryLogRepository;
  let accountId: string;

  beforeAll(async () => {
    const source = await testDataSource();
    subject = postgresQueueSubject(source);
    repository = new PostgresDeliveryLogRepository(new PostgresDatabase(source));
  });

  beforeEach(async () => {
    accountId = await subject.anAccount();
  });

  const driver = new QueueDriver(() => subject);
  const list = (filter = {}) => repository.list(accountId, { perPage: 50, ...filter });
  const resend = (id: string, account?: string) => subject.uow.once((tx) => repository.resend(tx, id, account));
  const onlyItem = async () => {
    const { items } = await list();
    const [item] = items;
    if (!item || items.length > 1) throw new Error(`${items.length} deliveries`);
    return item;
  };

  describe('list', () => {
    it('shows a delivery with each of its attempts', async () => {
      const { id, url } = await driver.endpoint(accountId);
      const event = anEvent({ accountId });
      await driver.add(event);
      const startedAt = new Date('2026-05-01T10:00:00.123Z');
      await driver.complete(await driver.claimOne(id), { startedAt, statusCode: 500, responseSnippet: 'oops' });
      expect(await onlyItem()).toEqual({
        id: expect.any(String) as string,
        accountId,
        eventId: event.id,
        event: 'payment.completed',
        paymentLinkId: null,
        requestId: null,
        endpointId: id,
        url,
        body: event.body,
        status: 'pending',
        nextAttemptAt: expect.any(Date) as Date,
        createdAt: expect.any(Date) as Date,
        completedAt: null,
        attempts: [
          { attempt: 1, startedAt, durationMs: 12, statusCode: 500, error: 'status 500', responseSnippet: 'oops' },
        ],
      });
    });

    it('shows when a finished delivery ended, and no next attempt', async () => {
      const { id } = await driver.endpoint(accountId);
      await driver.add(anEvent({ accountId }));
      await driver.complete(await driver.claimOne(id));
      await expect(onlyItem()).resolves.toMatchObject({ nextAttemptAt: null, completedAt: expect.any(Date) as Date });
    });

    it('pages through all deliveries once, newest first', async () => {
      await driver.endpoint(accountId);
      for (let count = 0; count < 5; count++) await driver.add(anEvent({ accountId }));
      const seen: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await list({ perPage: 2, ...(cursor && { cursor }) });
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      } while (cursor);
      expect(seen).toHaveLength(5);
      expect(seen).toEqual([...new Set(seen)].sort().reverse());
    });

    it('has no further page after a full last page', async () => {
      await driver.endpoint(accountId);
      await driver.add(anEvent({ accountId }), anEvent({ accountId }));
      await expect(list({ perPage: 2 })).resolves.toMatchObject({ nextCursor: null });
    });

    it('shows when a delivery failed for good', async () => {
      const { id } = await driver.endpoint(accountId);
      await driver.add(anEvent({ accountId }));
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
        await subject.elapse(5_000);
        await driver.complete(await driver.claimOne(id), { statusCode: 500 });
      }
      const failed = { status: 'failed', nextAttemptAt: null, completedAt: expect.any(Date) as Date };
      await expect(list({ status: 'failed' })).resolves.toMatchObject({ items: [failed] });
      await expect(list({ status: 'delivered' })).resolves.toMatchObject({ items: [] });
      await expect(list({ status: 'pending' })).resolves.toMatchObject({ items: [] });
    });

    it('filters by status and by endpoint', async () => {
      const [one, two] = [await driver.endpoint(accountId), await driver.endpoint(accountId)];
      await driver.add(anEvent({ accountId }));
      await driver.complete(await driver.claimOne(one.id));
      const of = async (filter: object) => (await list(filter)).items.map(({ endpointId }) => endpointId);
      await expect(of({ status: 'delivered' })).resolves.toEqual([one.id]);
      await expect(of({ endpointId: two.id })).resolves.toEqual([two.id]);
    });

    it('filters by event and by payment link, together with the others', async () => {
      const [one, two] = [await driver.endpoint(accountId), await driver.endpoint(accountId)];
      const [paymentLinkId, type] = [newId(), 'payment_link.cancelled'];
      await driver.add(anEvent({ accountId }), anEvent({ accountId, type, paymentLinkId }));
      const of = async (filter: object) => (await list(filter)).items.map((item) => [item.event, item.endpointId]);
      await expect(of({ event: 'payout.failed' })).resolves.toEqual([]);
      const both = [one, two].map(({ id }) => [type, id]);
      expect((await of({ event: type })).sort()).toEqual(both.sort());
      expect((await of({ paymentLinkId })).sort()).toEqual(both.sort());
      await expect(of({ paymentLinkId: newId() })).resolves.toEqual([]);
      const every = { event: type, paymentLinkId, endpointId: two.id, status: 'pending' };
      await expect(of(every)).resolves.toEqual([[type, two.id]]);
      await expect(of({ ...every, status: 'failed' })).resolves.toEqual([]);
    });

    it.each(['garbage', '', 'ffffffff-ffff-ffff-ffff-ffffffffffff'])(
      'rejects the cursor %j, naming it',
      async (cursor) => {
        await expect(list({ cursor })).rejects.toMatchObject({
          code: 'VALIDATION_FAILED',
          details: { errors: { cursor: [expect.any(String)] } },
        });
      },
    );

    it('shows no delivery of another account', async () => {
      const other = await subject.anAccount();
      await driver.endpoint(other);
      await driver.add(anEvent({ accountId: other }));
      await expect(list()).resolves.toEqual({ items: [], nextCursor: null });
    });
  });

  describe('find', () => {
    it('shows a delivery as the list does', async () => {
      await driver.endpoint(accountId);
      await driver.add(anEvent({ accountId, paymentLinkId: newId() }));
      const item = await onlyItem();
      await expect(repository.find(accountId, item.id)).resolves.toEqual(item);
    });

    it('shows neither a delivery of another account nor an unknown one', async () => {
      await driver.endpoint(accountId);
      await driver.add(anEvent({ accountId }));
      const { id } = await onlyItem();
      await expect(repository.find(await subject.anAccount(), id)).resolves.toBeUndefined();
      await expect(repository.find(accountId, newId())).resolves.toBeUndefined();
    });
  });

  describe('receivers', () => {
    const receivers = (limit = 50) => repository.receivers(accountId, limit);
    const failOne = async (receiver: string, startedAt: Date) =>
      driver.complete(await driver.claimOne(receiver), { statusCode: 500, startedAt });

    it('have what is pending for each endpoint, and for all links of an account together', async () => {
      const { id, url } = await driver.endpoint(accountId);
      const linkWebhookUrl = 'http://127.0.0.1:9/link';
      await driver.add(anEvent({ accountId }), anEvent({ accountId, linkWebhookUrl }));
      const oldestCreatedAt = expect.any(Date) as Date;
      const found = await receivers();
      expect(found).toHaveLength(2);
      expect(found).toEqual(
        expect.arrayContaining([
          { accountId, endpointId: id, url, pending: 2, oldestCreatedAt, failingSince: null },
          { accountId, endpointId: null, url: null, pending: 1, oldestCreatedAt, failingSince: null },
        ]),
      );
    });

    it('have the time of the oldest pending delivery', async () => {
      await driver.endpoint(accountId);
      await driver.add(anEvent({ accountId }));
      await driver.add(anEvent({ accountId }));
      const { items } = await list();
      await expect(receivers()).resolves.toMatchObject([{ oldestCreatedAt: items.at(-1)?.createdAt }]);
    });

    it('have been failing since the first failure of a delivery that is pending', async () => {
      const { id } = await driver.endpoint(accountId);
      await driver.add(anEvent({ accountId }), anEvent({ accountId }));
      const first = new Date('2026-05-01T10:00:00Z');
      await failOne(id, first);
      await failOne(id, new Date('2026-05-01T10:00:01Z'));
      await expect(receivers()).resolves.toMatchObject([{ failingSince: first }]);
    });

    it.each([
      ['an endpoint', async () => (await driver.endpoint(accountId)).id, {}],
      ['the addresses of links', async () => accountId, { linkWebhookUrl: 'http://127.0.0.1:9/link' }],
    ])('of %s are not failing when a later attempt succeeded', async (_kind, aReceiver, fields) => {
      const receiver = await aReceiver();
      await driver.add(anEvent({ accountId, ...fields }), anEvent({ accountId, ...fields }));
      await failOne(receiver, new Date('2026-05-01T10:00:00Z'));
      const startedAt = new Date('2026-05-01T10:00:01Z');
      await driver.complete(await driver.claimOne(receiver), { startedAt });
      await expect(receivers()).resolves.toMatchObject([{ pending: 1, failingSince: null }]);
    });

    it('without pending deliveries are left out', async () => {
      const { id } = await driver.endpoint(accountId);
      await driver.add(anEvent({ accountId }));
      await driver.complete(await driver.claimOne(id));
      await expect(receivers()).resolves.toEqual([]);
    });

    it('are at most so many, the one with the oldest pending delivery first', async () => {
      const oldest = await driver.endpoint(accountId, { events: ['payout.failed'] });
      await driver.endpoint(accountId, { events: ['payment.completed'] });
      await driver.add(anEvent({ accountId, type: 'payout.failed' }));
      await driver.add(anEvent({ accountId }));
      await expect(receivers(1)).resolves.toMatchObject([{ endpointId: oldest.id }]);
    });

    it('are those of the account, or for staff of all', async () => {
      const other = await subject.anAccount();
      await driver.endpoint(other);
      await driver.add(anEvent({ accountId: other }));
      await expect(receivers()).resolves.toEqual([]);
      const all = await repository.receivers(undefined, 500);
      expect(all.map((receiver) => receiver.accountId)).toContain(other);
    });
  });

  describe('resend', () => {
    const delivered = async () => {
      const endpoint = await driver.endpoint(accountId);
      await driver.add(anEvent({ accountId }));
      await driver.complete(await driver.claimOne(endpoint.id));
      return { endpoint, original: await onlyItem() };
    };

    it('queues the same event again, as a new delivery', async () => {
      const { endpoint, original } = await delivered();
      const { id = '' } = (await resend(original.id)) ?? {};
      expect(id).not.toBe(original.id);
      const loaded = await driver.load(await driver.claimOne(endpoint.id));
      expect(loaded).toMatchObject({
        deliveryId: id,
        attempt: 1,
        body: expect.stringContaining(original.eventId) as string,
      });
    });

    it('returns the queued delivery', async () => {
      const { original } = await delivered();
      await expect(resend(original.id)).resolves.toEqual({
        ...original,
        id: expect.any(String) as string,
        accountId,
        status: 'pending',
        attempts: [],
        nextAttemptAt: expect.any(Date) as Date,
        createdAt: expect.any(Date) as Date,
        completedAt: null,
      });
    });

    it('can be repeated', async () => {
      const { original } = await delivered();
      await resend(original.id);
      await resend(original.id);
      expect((await list()).items).toHaveLength(3);
    });

    it("uses the endpoint's current URL and secret", async () => {
      const { endpoint, original } = await delivered();
      const { endpoints } = subject;
      await endpoints.change(endpoint, { url: `${endpoint.url}/moved` });
      await endpoints.rotate(endpoint, anEncryptedSecret(2));
      await resend(original.id);
      await expect(driver.load(await driver.claimOne(endpoint.id))).resolves.toMatchObject({
        url: `${endpoint.url}/moved`,
        queuedVersion: 2,
      });
    });

    it('goes to the stored URL when the endpoint is deleted', async () => {
      const { endpoint, original } = await delivered();
      const { endpoints } = subject;
      await endpoints.change(endpoint, { url: `${endpoint.url}/moved` });
      await endpoints.remove(endpoint);
      await resend(original.id);
      await expect(driver.load(await driver.claimOne(endpoint.id))).resolves.toMatchObject({ url: endpoint.url });
    });

    it("goes again to a link's own address", async () => {
      const url = 'http://127.0.0.1:9/link';
      await driver.add(anEvent({ accountId, linkWebhookUrl: url }));
      await driver.complete(await driver.claimOne(accountId));
      await resend((await onlyItem()).id);
      await expect(driver.load(await driver.claimOne(accountId))).resolves.toMatchObject({ url, endpointId: null });
    });

    it('resends no delivery of another account', async () => {
      const { original } = await delivered();
      await expect(resend(original.id, await subject.anAccount())).resolves.toBeUndefined();
      await expect(resend(original.id, accountId)).resolves.toBeDefined();
    });

    it('resends no unknown delivery', async () => {
      await expect(resend(newId())).resolves.toBeUndefined();
    });
  });
});
