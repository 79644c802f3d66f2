import { newId, type UnitOfWork } from '@app/kernel';
import { aConfig } from '@app/platform/testing';
import { PlatformKeys } from '../application/platform-keys';
import type {
  Claim,
  DeliveryQueue,
  EncryptedSecret,
  EventStore,
  LoadedDelivery,
  StoredEvent,
} from '../application/ports';
import { settle, type DeliveryJob, type Outcome } from '../domain/delivery';
import type { EndpointChanges, WebhookEndpoint } from '../domain/endpoint';
import { MAX_ATTEMPTS } from '../domain/retry-plan';
import { anEncryptedSecret } from './endpoint-repository.contract';
import { anEndpoint, anEvent, anOutcome } from './factories';

/** What the suite does to the endpoints that deliveries go to. */
export interface EndpointsOfTest {
  add(endpoint: WebhookEndpoint, secret: EncryptedSecret): Promise<void>;
  change(endpoint: WebhookEndpoint, changes: EndpointChanges): Promise<void>;
  rotate(endpoint: WebhookEndpoint, secret: EncryptedSecret): Promise<void>;
  remove(endpoint: WebhookEndpoint): Promise<void>;
  triggeredAt(endpoint: WebhookEndpoint): Promise<Date | null>;
}

export interface DeliveryQueueSubject {
  queue: DeliveryQueue;
  events: EventStore;
  endpoints: EndpointsOfTest;
  uow: UnitOfWork;
  /** Id of an account that exists. */
  anAccount(): Promise<string>;
  /** Lets time pass for pending deliveries. */
  elapse(ms: number): Promise<void>;
  /** Attempts recorded for a delivery, in order. */
  attempts(deliveryId: string): Promise<{ attempt: number; statusCode: number | null; error: string | null }[]>;
  status(deliveryId: string): Promise<string>;
}

const LEASE_MS = 30_000;
const DELAYS_MS = [1_000, 2_000, 3_000, 4_000];

/** Drives the subject's queue, one delivery at a time. */
export class QueueDriver {
  constructor(private readonly subject: () => DeliveryQueueSubject) {}

  async endpoint(accountId: string, changes: Partial<WebhookEndpoint> = {}): Promise<WebhookEndpoint> {
    const { endpoints } = this.subject();
    const endpoint = anEndpoint({ accountId, ...changes });
    await endpoints.add({ ...endpoint, isActive: true }, anEncryptedSecret());
    if (!endpoint.isActive) await endpoints.change(endpoint, { isActive: false });
    return endpoint;
  }

  add(...events: StoredEvent[]): Promise<number> {
    const { events: store, uow } = this.subject();
    return uow.run((tx) => store.add(tx, events));
  }

  claimed(receiver: string, slots = 100): Promise<LoadedDelivery[]> {
    return this.claim(receiver, slots).then(({ claimed }) => claimed);
  }

  claim(receiver: string, slots = 100): Promise<Claim> {
    const { queue, uow } = this.subject();
    return uow.once((tx) => queue.claim(tx, [{ receiver, slots }], LEASE_MS, 'test'));
  }

  async claimOne(receiver: string): Promise<LoadedDelivery> {
    const [job] = await this.claimed(receiver, 1);
    if (!job) throw new Error('nothing is due in this receiver');
    return job;
  }

  complete(job: DeliveryJob, changes: Partial<Outcome> = {}): Promise<void> {
    const { queue, uow } = this.subject();
    const outcome = settle(anOutcome({ ...job, ...changes }), DELAYS_MS, 0.5);
    return uow.once((tx) => queue.complete(tx, [outcome]));
  }

  async load(job: DeliveryJob, leaseLeftMs = 0) {
    const [loaded] = await this.subject().queue.load([job], leaseLeftMs);
    return loaded;
  }
}

/** What every adapter of the port must do. */
export function deliveryQueueContract(subject: () => DeliveryQueueSubject): void {
  const driver = new QueueDriver(subject);
  let accountId: string;
  beforeEach(async () => {
    accountId = await subject().anAccount();
  });
  const aDelivery = async () => {
    const endpoint = await driver.endpoint(accountId);
    await driver.add(anEvent({ accountId }));
    return { endpoint, receiver: endpoint.id };
  };

  describe('adding events', () => {
    fanOut(driver, () => accountId, subject);
  });
  describe('claiming', () => {
    claiming(driver, aDelivery, () => accountId, subject);
  });
  describe('its depth', () => {
    depth(driver, () => accountId, subject);
  });
  describe('loading', () => {
    loading(driver, aDelivery, () => accountId, subject);
  });
  describe('completing', () => {
    completing(driver, aDelivery, () => accountId, subject);
  });
}

type Given = () => Promise<{ endpoint: WebhookEndpoint; receiver: string }>;

function fanOut(driver: QueueDriver, account: () => string, subject: () => DeliveryQueueSubject): void {
  it('queues one delivery for every active endpoint that subscribes to the type, and for the link address', async () => {
    const accountId = account();
    const one = await driver.endpoint(accountId, { events: ['payment.completed'] });
    const two = await driver.endpoint(accountId, { events: ['payout.failed', 'payment.completed'] });
    await driver.endpoint(accountId, { events: ['payout.failed'] });
    await driver.endpoint(accountId, { isActive: false });
    await driver.endpoint(await subject().anAccount());
    const deleted = await driver.endpoint(accountId);
    await subject().endpoints.remove(deleted);
    const added = await driver.add(anEvent({ accountId, linkWebhookUrl: 'http://127.0.0.1:9/link' }));
    expect(added).toBe(3);
    for (const receiver of [one.id, two.id, accountId]) await expect(driver.claimed(receiver)).resolves.toHaveLength(1);
  });

  it('queues each event of a batch for the destinations of its account', async () => {
    const [one, two] = [account(), await subject().anAccount()];
    const first = await driver.endpoint(one);
    const second = await driver.endpoint(two, { events: ['payout.failed'] });
    await driver.add(
      anEvent({ accountId: one }),
      anEvent({ accountId: one, type: 'payout.failed' }),
      anEvent({ accountId: two }),
      anEvent({ accountId: two, type: 'payout.failed' }),
    );
    await expect(driver.claimed(first.id)).resolves.toHaveLength(2);
    await expect(driver.claimed(second.id)).resolves.toHaveLength(1);
  });

  it('adds nothing for an event without destinations', async () => {
    await expect(driver.add(anEvent({ accountId: account() }))).resolves.toBe(0);
  });

  it('adds nothing for an event that is already stored', async () => {
    await driver.endpoint(account());
    const event = anEvent({ accountId: account() });
    await driver.add(event);
    await expect(driver.add(event)).resolves.toBe(0);
  });

  it('keeps the URL of a queued delivery when the endpoint changes its URL', async () => {
    const endpoint = await driver.endpoint(account());
    await driver.add(anEvent({ accountId: account() }));
    await subject().endpoints.change(endpoint, { url: `${endpoint.url}/moved` });
    const { url } = endpoint;
    await expect(driver.load(await driver.claimOne(endpoint.id))).resolves.toMatchObject({ url });
  });

  it('still hands out deliveries that were queued before the endpoint became inactive', async () => {
    const endpoint = await driver.endpoint(account());
    await driver.add(anEvent({ accountId: account() }));
    await subject().endpoints.change(endpoint, { isActive: false });
    await expect(driver.claimed(endpoint.id)).resolves.toHaveLength(1);
  });
}

function claiming(driver: QueueDriver, given: Given, account: () => string, subject: () => DeliveryQueueSubject): void {
  const dueReceiver = async (receiver: string) =>
    (await subject().queue.dueReceivers()).find((due) => due.receiver === receiver);

  it('consumes the first attempt', async () => {
    const { receiver } = await given();
    await expect(driver.claimOne(receiver)).resolves.toMatchObject({ attempt: 1 });
  });

  it('does not hand out a delivery that is being sent', async () => {
    const { receiver } = await given();
    await driver.claimOne(receiver);
    await expect(driver.claimed(receiver)).resolves.toEqual([]);
  });

  it('claims no more than the share of the receiver', async () => {
    const { receiver } = await given();
    await driver.add(anEvent({ accountId: account() }), anEvent({ accountId: account() }));
    await expect(driver.claimed(receiver, 2)).resolves.toHaveLength(2);
  });

  it('claims the oldest delivery first', async () => {
    const { id: receiver } = await driver.endpoint(account());
    await driver.add(anEvent({ accountId: account(), body: 'first' }));
    await subject().elapse(1_000);
    await driver.add(anEvent({ accountId: account(), body: 'second' }));
    await expect(driver.load(await driver.claimOne(receiver))).resolves.toMatchObject({ body: 'first' });
    await expect(driver.load(await driver.claimOne(receiver))).resolves.toMatchObject({ body: 'second' });
  });

  it('puts all link addresses of an account into one receiver', async () => {
    const accountId = account();
    const links = ['a', 'b'].map((name) => anEvent({ accountId, linkWebhookUrl: `http://127.0.0.1:9/${name}` }));
    await driver.add(...links);
    await expect(driver.claimed(accountId)).resolves.toHaveLength(2);
  });

  it('lists the receivers with due deliveries, and since when they are due', async () => {
    const { receiver } = await given();
    const before = (await dueReceiver(receiver))?.dueSince;
    await driver.add(anEvent({ accountId: account() }));
    expect(before).toBeInstanceOf(Date);
    expect((await dueReceiver(receiver))?.dueSince).toEqual(before);
  });

  it("lists an endpoint, and an account's link addresses, as receivers of their account", async () => {
    const [accountId, url] = [account(), 'http://127.0.0.1:9/link'];
    const { receiver } = await given();
    await driver.add(anEvent({ accountId, linkWebhookUrl: url }));
    await expect(Promise.all([dueReceiver(receiver), dueReceiver(accountId)])).resolves.toMatchObject([
      { accountId },
      { accountId },
    ]);
  });

  it('lists no receiver in which nothing is due', async () => {
    const { receiver } = await given();
    await driver.claimOne(receiver);
    await expect(dueReceiver(receiver)).resolves.toBeUndefined();
  });

  it('returns the receiver of a claimed delivery', async () => {
    const { receiver } = await given();
    await expect(driver.claimOne(receiver)).resolves.toMatchObject({ receiver });
  });

  it('hands out a delivery again, as its next attempt, when its lease has run out', async () => {
    const { receiver } = await given();
    const { deliveryId } = await driver.claimOne(receiver);
    await subject().elapse(LEASE_MS);
    await expect(driver.claimOne(receiver)).resolves.toMatchObject({ deliveryId, attempt: 2, receiver });
  });

  it('hands out with a delivery what a later load would', async () => {
    const { receiver } = await given();
    const claimed = await driver.claimOne(receiver);
    await expect(subject().queue.load([claimed], 0)).resolves.toEqual([claimed]);
  });

  it('records an attempt whose outcome is unknown', async () => {
    const { receiver } = await given();
    const { deliveryId } = await driver.claimOne(receiver);
    await subject().elapse(LEASE_MS);
    await driver.claimOne(receiver);
    await expect(subject().attempts(deliveryId)).resolves.toEqual([
      { attempt: 1, statusCode: null, error: 'outcome unknown' },
    ]);
  });

  it('fails a delivery when the outcome of its last attempt is unknown', async () => {
    const { receiver } = await given();
    let job = await driver.claimOne(receiver);
    for (let attempt = 2; attempt <= MAX_ATTEMPTS; attempt++) {
      await subject().elapse(LEASE_MS);
      job = await driver.claimOne(receiver);
    }
    await subject().elapse(LEASE_MS);
    await expect(driver.claim(receiver)).resolves.toMatchObject({
      claimed: [],
      exhausted: [{ deliveryId: job.deliveryId }],
    });
    await expect(subject().status(job.deliveryId)).resolves.toBe('failed');
    await expect(subject().attempts(job.deliveryId)).resolves.toHaveLength(MAX_ATTEMPTS);
  });

  it('hands out a released delivery at once', async () => {
    const { receiver } = await given();
    const job = await driver.claimOne(receiver);
    await subject().uow.once((tx) => subject().queue.release(tx, [job]));
    await expect(driver.claimOne(receiver)).resolves.toEqual({ ...job, attempt: 2 });
  });

  it('ignores the release of an earlier attempt', async () => {
    const { receiver } = await given();
    const job = await driver.claimOne(receiver);
    await subject().elapse(LEASE_MS);
    await driver.claimOne(receiver);
    await subject().uow.once((tx) => subject().queue.release(tx, [job]));
    await expect(driver.claimed(receiver)).resolves.toEqual([]);
  });
}

function depth(driver: QueueDriver, account: () => string, subject: () => DeliveryQueueSubject): void {
  /** What the work adds to the depth: other tests may have left deliveries. */
  const added = async (work: () => Promise<unknown>) => {
    const before = await subject().queue.depth();
    await work();
    const after = await subject().queue.depth();
    return { due: after.due - before.due, waiting: after.waiting - before.waiting };
  };
  const addThree = async () => {
    const { id } = await driver.endpoint(account());
    await driver.add(...[1, 2, 3].map(() => anEvent({ accountId: account() })));
    return id;
  };

  it('counts deliveries that can be claimed as due', async () => {
    await expect(added(addThree)).resolves.toEqual({ due: 3, waiting: 0 });
  });

  it('counts deliveries that are being sent, or that are sent again later, as waiting', async () => {
    const receiver = await addThree();
    const work = async () => {
      await driver.claimOne(receiver);
      await driver.complete(await driver.claimOne(receiver), { statusCode: 500 });
    };
    await expect(added(work)).resolves.toEqual({ due: -2, waiting: 2 });
  });

  it('does not count finished deliveries', async () => {
    const receiver = await addThree();
    await expect(added(async () => driver.complete(await driver.claimOne(receiver)))).resolves.toEqual({
      due: -1,
      waiting: 0,
    });
  });

  it('has the age of the oldest due delivery', async () => {
    await addThree();
    await subject().elapse(20_000);
    expect((await subject().queue.depth()).oldestDueSeconds).toBeGreaterThanOrEqual(20);
  });
}

function loading(driver: QueueDriver, given: Given, account: () => string, subject: () => DeliveryQueueSubject): void {
  it('loads the id of the request that caused the event (rule 13.20)', async () => {
    const accountId = account();
    await driver.add(anEvent({ accountId, linkWebhookUrl: 'http://127.0.0.1:9/link', requestId: 'request-1' }));
    const job = await driver.claimOne(accountId);
    await expect(driver.load(job)).resolves.toMatchObject({ requestId: 'request-1' });
  });

  it('loads everything that is needed to send', async () => {
    const { endpoint, receiver } = await given();
    const job = await driver.claimOne(receiver);
    await expect(driver.load(job)).resolves.toEqual({
      deliveryId: job.deliveryId,
      accountId: job.accountId,
      paymentLinkId: null,
      requestId: null,
      attempt: 1,
      receiver,
      url: endpoint.url,
      body: expect.stringContaining('payment.completed') as string,
      endpointId: endpoint.id,
      queuedVersion: 1,
      endpoint: { secretVersion: 1, deleted: false },
      platformKeyId: null,
      singleAttempt: false,
    });
  });

  it('loads the body as the exact text that was stored', async () => {
    const body = '{"url":"https:\\/\\/a/b","name":"São ✓ 🙂","nul":"\\u0000", "spaced" : 1.50}';
    const endpoint = await driver.endpoint(account());
    await driver.add(anEvent({ accountId: account(), body }));
    await expect(driver.load(await driver.claimOne(endpoint.id))).resolves.toMatchObject({ body });
  });

  it('loads the version of the secret that was current at queueing and the current one', async () => {
    const { endpoint, receiver } = await given();
    await subject().endpoints.rotate(endpoint, anEncryptedSecret(2));
    await expect(driver.load(await driver.claimOne(receiver))).resolves.toMatchObject({
      queuedVersion: 1,
      endpoint: { secretVersion: 2 },
    });
  });

  it('marks a deleted endpoint', async () => {
    const { endpoint, receiver } = await given();
    await subject().endpoints.remove(endpoint);
    await expect(driver.load(await driver.claimOne(receiver))).resolves.toMatchObject({
      url: endpoint.url,
      endpoint: { deleted: true },
    });
  });

  it('loads no endpoint for a link address, and the platform key that was current', async () => {
    const url = 'http://127.0.0.1:9/link';
    await driver.add(anEvent({ accountId: account(), linkWebhookUrl: url }));
    await expect(driver.load(await driver.claimOne(account()))).resolves.toMatchObject({
      url,
      endpointId: null,
      endpoint: null,
      queuedVersion: null,
      platformKeyId: new PlatformKeys(aConfig()).currentId,
    });
  });

  it('leaves out a job that has been completed', async () => {
    const { receiver } = await given();
    const job = await driver.claimOne(receiver);
    await driver.complete(job);
    await expect(driver.load(job)).resolves.toBeUndefined();
  });

  it('leaves out a job that has been claimed again', async () => {
    const { receiver } = await given();
    const job = await driver.claimOne(receiver);
    await subject().elapse(LEASE_MS);
    await driver.claimOne(receiver);
    await expect(driver.load(job)).resolves.toBeUndefined();
  });

  it('leaves out a job that has too little of its lease left', async () => {
    const { receiver } = await given();
    const job = await driver.claimOne(receiver);
    await subject().elapse(LEASE_MS - 10_000);
    await expect(driver.load(job, 12_000)).resolves.toBeUndefined();
  });

  it('leaves out an unknown delivery', async () => {
    await expect(driver.load({ deliveryId: newId(), attempt: 1 })).resolves.toBeUndefined();
  });
}

function completing(
  driver: QueueDriver,
  given: Given,
  account: () => string,
  subject: () => DeliveryQueueSubject,
): void {
  it('marks a delivery as delivered on success, and does not hand it out again', async () => {
    const { receiver } = await given();
    const job = await driver.claimOne(receiver);
    await driver.complete(job);
    await subject().elapse(LEASE_MS);
    await expect(subject().status(job.deliveryId)).resolves.toBe('delivered');
    await expect(driver.claimed(receiver)).resolves.toEqual([]);
  });

  it('hands out a delivery again when the delay after a failure is over, and not before', async () => {
    const { receiver } = await given();
    const job = await driver.claimOne(receiver);
    await driver.complete(job, { statusCode: 500 });
    await subject().elapse(500);
    await expect(driver.claimed(receiver)).resolves.toEqual([]);
    await subject().elapse(500);
    await expect(driver.claimOne(receiver)).resolves.toEqual({ ...job, attempt: 2 });
  });

  it('fails after the fifth attempt, with a record of each', async () => {
    const { receiver } = await given();
    let job = await driver.claimOne(receiver);
    for (let attempt = 2; attempt <= MAX_ATTEMPTS; attempt++) {
      await driver.complete(job, { statusCode: 500 + job.attempt });
      await subject().elapse(5_000);
      job = await driver.claimOne(receiver);
    }
    await driver.complete(job, { statusCode: null, error: 'timeout' });
    await expect(subject().status(job.deliveryId)).resolves.toBe('failed');
    await expect(subject().attempts(job.deliveryId)).resolves.toEqual([
      ...[1, 2, 3, 4].map((attempt) => ({ attempt, statusCode: 500 + attempt, error: `status ${500 + attempt}` })),
      { attempt: 5, statusCode: null, error: 'timeout' },
    ]);
  });

  it('counts a success that arrives after the delivery was claimed again', async () => {
    const { receiver } = await given();
    const job = await driver.claimOne(receiver);
    await subject().elapse(LEASE_MS);
    await driver.claimOne(receiver);
    await driver.complete(job);
    await expect(subject().status(job.deliveryId)).resolves.toBe('delivered');
  });

  it('only records a success that arrives after the delivery failed', async () => {
    const { receiver } = await given();
    let job = await driver.claimOne(receiver);
    while (job.attempt < MAX_ATTEMPTS) {
      await subject().elapse(LEASE_MS);
      job = await driver.claimOne(receiver);
    }
    await subject().elapse(LEASE_MS);
    await expect(driver.claim(receiver)).resolves.toMatchObject({ exhausted: [{ deliveryId: job.deliveryId }] });
    await driver.complete(job);
    await expect(subject().status(job.deliveryId)).resolves.toBe('failed');
    expect((await subject().attempts(job.deliveryId)).at(-1)).toEqual({
      attempt: MAX_ATTEMPTS,
      statusCode: 200,
      error: null,
    });
  });

  it('only records a failure that arrives after the delivery was claimed again', async () => {
    const { receiver } = await given();
    const job = await driver.claimOne(receiver);
    await subject().elapse(LEASE_MS);
    const second = await driver.claimOne(receiver);
    await driver.complete(job, { statusCode: 503 });
    await expect(driver.load(second)).resolves.toBeDefined();
    await expect(subject().attempts(job.deliveryId)).resolves.toEqual([
      { attempt: 1, statusCode: 503, error: 'status 503' },
    ]);
  });

  it.each([0, 1])(
    'counts the success of two outcomes that are recorded together, whichever comes first',
    async (first) => {
      const { receiver } = await given();
      const job = await driver.claimOne(receiver);
      await subject().elapse(LEASE_MS);
      const again = await driver.claimOne(receiver);
      const outcomes = [anOutcome(job), anOutcome({ ...again, statusCode: 500 })].map((outcome) =>
        settle(outcome, DELAYS_MS, 0.5),
      );
      await subject().uow.once((tx) => subject().queue.complete(tx, first === 0 ? outcomes : outcomes.reverse()));
      await subject().elapse(LEASE_MS);
      await expect(subject().status(job.deliveryId)).resolves.toBe('delivered');
      await expect(driver.claimed(receiver)).resolves.toEqual([]);
    },
  );

  it('does not change a finished delivery', async () => {
    const { receiver } = await given();
    const job = await driver.claimOne(receiver);
    await driver.complete(job);
    await driver.complete(job, { statusCode: 500 });
    await expect(subject().status(job.deliveryId)).resolves.toBe('delivered');
  });

  it('keeps the record of a success when another process records a failure of the same attempt', async () => {
    const { receiver } = await given();
    const job = await driver.claimOne(receiver);
    await driver.complete(job);
    await driver.complete(job, { statusCode: 500 });
    await expect(subject().attempts(job.deliveryId)).resolves.toEqual([{ attempt: 1, statusCode: 200, error: null }]);
  });

  it("sets the endpoint's last_triggered_at on failures as on successes", async () => {
    const { endpoint, receiver } = await given();
    const startedAt = new Date('2026-05-01T10:00:00.123Z');
    await driver.complete(await driver.claimOne(receiver), { startedAt, statusCode: 500 });
    await expect(subject().endpoints.triggeredAt(endpoint)).resolves.toEqual(startedAt);
  });

  it('never sets last_triggered_at to an earlier time', async () => {
    const { endpoint, receiver } = await given();
    await driver.add(anEvent({ accountId: account() }));
    const [earlier, later] = [new Date('2026-05-01T10:00:00Z'), new Date('2026-05-01T11:00:00Z')];
    await driver.complete(await driver.claimOne(receiver), { startedAt: later });
    await driver.complete(await driver.claimOne(receiver), { startedAt: earlier });
    await expect(subject().endpoints.triggeredAt(endpoint)).resolves.toEqual(later);
  });

  it('sets last_triggered_at at most once a second', async () => {
    const { endpoint, receiver } = await given();
    await driver.add(anEvent({ accountId: account() }), anEvent({ accountId: account() }));
    const [first, soon, later] = ['00.000', '01.000', '01.001'].map(
      (seconds) => new Date(`2026-05-01T10:00:${seconds}Z`),
    );
    const after = async (startedAt = new Date(0)) => {
      await driver.complete(await driver.claimOne(receiver), { startedAt });
      return subject().endpoints.triggeredAt(endpoint);
    };
    expect([await after(first), await after(soon), await after(later)]).toEqual([first, first, later]);
  });

  it('sets no last_triggered_at for a link address', async () => {
    const endpoint = await driver.endpoint(account(), { events: ['payout.failed'] });
    await driver.add(anEvent({ accountId: account(), linkWebhookUrl: endpoint.url }));
    await driver.complete(await driver.claimOne(account()));
    await expect(subject().endpoints.triggeredAt(endpoint)).resolves.toBeNull();
  });
}
