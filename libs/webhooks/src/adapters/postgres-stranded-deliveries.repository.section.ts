import { newId } from '@app/kernel';
import { createDataSource, PostgresDatabase } from '@app/platform';
import type { DataSource } from 'typeorm';
import { planOf } from '../../../../test/support/plans';
import { createScratchDatabase, testDataSource } from '../../../../test/support/test-database';
import { MAX_ATTEMPTS } from '../domain/retry-plan';
import { QueueDriver, type DeliveryQueueSubject } from '../testing/delivery-queue.contract';
import { anEvent } from '../testing/factories';
import { insertAccount, postgresQueueSubject } from '../testing/postgres-queue.subject';
import { PostgresDeliveryLogRepository } from './postgres-delivery-log.repository';
import { FIND_STRANDED, PostgresStrandedDeliveryRepository } from './postgres-stranded-deliveries.repository';

const HOUR_MS = 3_600_000;

describe('stranded deliveries on PostgreSQL', () => {
  let source: DataSource;
  let subject: DeliveryQueueSubject;
  let repository: PostgresStrandedDeliveryRepository;
  let log: PostgresDeliveryLogRepository;
  let accountId: string;
  let endpointId: string;

  beforeAll(async () => {
    source = await testDataSource();
    subject = postgresQueueSubject(source);
    repository = new PostgresStrandedDeliveryRepository(new PostgresDatabase(source));
    log = new PostgresDeliveryLogRepository(new PostgresDatabase(source));
  });

  const driver = new QueueDriver(() => subject);

  beforeEach(async () => {
    accountId = await subject.anAccount();
    endpointId = (await driver.endpoint(accountId)).id;
  });

  /** A delivery as the event store queues it. */
  async function queuedDelivery(): Promise<string> {
    await driver.add(anEvent({ accountId, paymentLinkId: newId() }));
    const [row] = await source.query<{ id: string }[]>(
      'SELECT id FROM webhook_deliveries WHERE account_id = $1 ORDER BY id DESC LIMIT 1',
      [accountId],
    );
    return row!.id;
  }

  const leaveQueue = (id: string) => source.query('DELETE FROM webhook_queue WHERE delivery_id = $1', [id]);

  /** A delivery as a process wrote it that does not know the queue. */
  async function strandedDelivery(): Promise<string> {
    const id = await queuedDelivery();
    await leaveQueue(id);
    return id;
  }

  /** The stranded deliveries of the account, over all pages. */
  async function found(createdWithinMs = HOUR_MS, limit = 5_000): Promise<string[]> {
    const all: string[] = [];
    let last: string | undefined;
    do {
      const page = await repository.find(last, createdWithinMs, limit);
      all.push(...page.stranded);
      last = page.last;
    } while (last !== undefined);
    const { items } = await log.list(accountId, { perPage: 50 });
    return items.map(({ id }) => id).filter((id) => all.includes(id));
  }

  const queue = (...ids: string[]) => subject.uow.run((tx) => repository.queue(tx, ids));

  describe('a stranded delivery', () => {
    it('is shown as pending, without a next attempt (rule 13.18)', async () => {
      const id = await strandedDelivery();
      await expect(log.find(accountId, id)).resolves.toMatchObject({
        status: 'pending',
        nextAttemptAt: null,
        completedAt: null,
      });
    });

    it('is not listed as delivered (rule 13.18)', async () => {
      await strandedDelivery();
      await expect(log.list(accountId, { status: 'delivered', perPage: 50 })).resolves.toMatchObject({ items: [] });
    });

    it('is not delivered after an attempt that failed (rule 13.18)', async () => {
      const id = await queuedDelivery();
      await driver.complete(await driver.claimOne(endpointId), { statusCode: 500 });
      await leaveQueue(id);
      await expect(log.find(accountId, id)).resolves.toMatchObject({ status: 'pending' });
    });

    it('is found (rule 13.19)', async () => {
      const id = await strandedDelivery();
      await expect(found()).resolves.toEqual([id]);
    });

    it('is found on whichever page it is', async () => {
      const ids = [await strandedDelivery(), await strandedDelivery(), await strandedDelivery()];
      await expect(found(HOUR_MS, 2)).resolves.toEqual(ids.reverse());
    });

    it('is not found when it is older than that', async () => {
      await strandedDelivery();
      await expect(found(-HOUR_MS)).resolves.toEqual([]);
    });

    it('is sent once it is queued (rule 13.19)', async () => {
      const id = await strandedDelivery();
      await queue(id);
      await expect(driver.claimed(endpointId)).resolves.toMatchObject([{ deliveryId: id, attempt: 1 }]);
    });

    it('is queued under the names of what it belongs to', async () => {
      const id = await strandedDelivery();
      const { paymentLinkId } = (await log.find(accountId, id))!;
      await expect(queue(id)).resolves.toEqual([
        { deliveryId: id, accountId, endpointId, paymentLinkId, requestId: null },
      ]);
    });

    it('goes on with the attempt after its last one', async () => {
      const id = await queuedDelivery();
      await driver.complete(await driver.claimOne(endpointId), { statusCode: 500 });
      await leaveQueue(id);
      await queue(id);
      await expect(driver.claimed(endpointId)).resolves.toMatchObject([{ deliveryId: id, attempt: 2 }]);
    });

    it('fails when it has no attempts left', async () => {
      const id = await queuedDelivery();
      for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
        await driver.complete(await driver.claimOne(endpointId), { statusCode: 500 });
        await subject.elapse(HOUR_MS);
      }
      const last = await driver.claimOne(endpointId);
      await leaveQueue(id);
      await driver.complete(last, { statusCode: 500 });
      await queue(id);
      await driver.claim(endpointId);
      await expect(subject.status(id)).resolves.toBe('failed');
    });

    it('keeps its only attempt if it is of a test event', async () => {
      const event = { ...anEvent({ accountId }), test: true };
      const { id } = await subject.uow.run((tx) => log.queueTest(tx, endpointId, event));
      await leaveQueue(id);
      await queue(id);
      await expect(driver.claimOne(endpointId)).resolves.toMatchObject({ singleAttempt: true });
    });

    it('is queued once when two workers find it at once (rule 13.19)', async () => {
      const id = await strandedDelivery();
      const queued = (await Promise.all([queue(id), queue(id), queue(id)])).flat();
      expect(queued).toMatchObject([{ deliveryId: id }]);
      await expect(driver.claimed(endpointId)).resolves.toHaveLength(1);
    });

    it('is left to the worker that is queueing it', async () => {
      const id = await strandedDelivery();
      await subject.uow.run(async (tx) => {
        await repository.queue(tx, [id]);
        await expect(queue(id)).resolves.toEqual([]);
      });
    });

    it('is not sent again by a worker that found it before another one sent it (rule 13.19)', async () => {
      const id = await strandedDelivery();
      const foundEarlier = await found();
      await queue(id);
      await driver.complete(await driver.claimOne(endpointId));
      await expect(queue(...foundEarlier)).resolves.toEqual([]);
      await expect(subject.status(id)).resolves.toBe('delivered');
    });
  });

  describe('what is not stranded', () => {
    it.each([
      ['a delivery that is queued', async () => undefined],
      ['one that is being sent', () => driver.claimOne(endpointId)],
      [
        'one that waits for its next attempt',
        async () => driver.complete(await driver.claimOne(endpointId), { statusCode: 500 }),
      ],
      ['one that is delivered', async () => driver.complete(await driver.claimOne(endpointId))],
      [
        'one that has failed',
        async () => {
          for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
            await driver.complete(await driver.claimOne(endpointId), { statusCode: 500 });
            await subject.elapse(HOUR_MS);
          }
        },
      ],
    ])('%s is neither found nor queued', async (_state, bringAbout) => {
      const id = await queuedDelivery();
      await bringAbout();
      await expect(found()).resolves.toEqual([]);
      await expect(queue(id)).resolves.toEqual([]);
    });
  });

  it('stranded deliveries are looked for along keys, so that the cost follows the size of a page', async () => {
    const scratch = await createScratchDatabase();
    const many = await createDataSource(scratch.url, 1, 'test').initialize();
    await many.query(
      `WITH event AS (
       INSERT INTO webhook_events (id, account_id, type, body, created_at)
       VALUES (gen_random_uuid(), $1, 'payment.completed', '{}', now()) RETURNING id
     ), delivery AS (
       INSERT INTO webhook_deliveries (id, event_id, account_id, url)
       SELECT gen_random_uuid(), event.id, $1, 'http://127.0.0.1:9' FROM event, generate_series(1, 20000) RETURNING id
     )
     INSERT INTO webhook_delivery_attempts (delivery_id, attempt, started_at, status_code)
     SELECT id, 1, now(), 200 FROM delivery`,
      [await insertAccount(many)],
    );
    await many.query('ANALYZE webhook_deliveries, webhook_delivery_attempts');
    const plan = await planOf(many, FIND_STRANDED, [null, HOUR_MS, 5_000]);
    await many.destroy();
    await scratch.drop();
    expect(plan).toMatch(/Index Scan using webhook_deliveries_rest_pkey/);
    expect(plan).toMatch(/Index Scan using webhook_delivery_attempts_rest_pkey/);
    expect(plan).not.toMatch(/Seq Scan/);
  });
});
