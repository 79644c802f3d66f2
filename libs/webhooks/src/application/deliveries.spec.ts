import { newId, verifySignature } from '@app/kernel';
import { RecordedLog } from '@app/platform/testing';
import { InMemoryWebhooks } from '../testing/in-memory-webhooks';
import type { ClaimedJob } from '../domain/delivery';
import { PlatformKeys } from './platform-keys';
import type { SendRequest, SendResult } from './ports';

const URL = 'http://127.0.0.1:9/hook';
const tx = {} as never;

describe('Deliveries', () => {
  let webhooks: InMemoryWebhooks;
  let accountId: string;
  beforeEach(() => {
    webhooks = new InMemoryWebhooks();
    accountId = newId();
  });

  const register = (url = URL) => webhooks.register(accountId, url);
  const publish = (linkWebhookUrl: string | null = null) =>
    webhooks.publisher.publish(tx, [
      { accountId, type: 'payment.completed', createdAt: new Date(0), data: { name: 'São/✓' }, linkWebhookUrl },
    ]);
  const failing = () => (webhooks.sender.response = () => ({ statusCode: 500 }));
  const retry = async () => {
    webhooks.passDelay();
    await webhooks.deliverDue();
  };
  const signedWith = (secret: string) => (request: SendRequest) =>
    verifySignature(
      {
        timestamp: request.headers['X-Webhook-Timestamp'],
        signature: request.headers['X-Webhook-Signature'],
        body: request.body,
      },
      [secret],
      new Date(Number(request.headers['X-Webhook-Timestamp']) * 1000),
    );
  const statuses = () => webhooks.all.map(({ status }) => status);
  /** The names of the first delivery in the log. */
  const named = () => {
    const { id, endpointId, event } = webhooks.all[0]!;
    return {
      delivery_id: id,
      account_id: accountId,
      endpoint_id: endpointId,
      payment_link_id: event.paymentLinkId,
      request_id: event.requestId,
    };
  };

  describe('a delivery', () => {
    it("carries a signature that the endpoint's secret verifies", async () => {
      const { secret } = await register();
      await publish();
      await webhooks.deliverDue();
      expect(webhooks.sender.sent.map(signedWith(secret))).toEqual([true]);
    });

    it('goes to the registered URL under its own id', async () => {
      await register();
      await publish();
      await webhooks.deliverDue();
      expect(webhooks.sender.sent[0]).toMatchObject({ url: URL, headers: { 'X-Webhook-Id': webhooks.all[0]?.id } });
    });

    it('has a different id at each destination', async () => {
      await register();
      await register(`${URL}2`);
      await publish();
      await webhooks.deliverDue();
      expect(new Set(webhooks.sender.sent.map(({ headers }) => headers['X-Webhook-Id'])).size).toBe(2);
    });

    it('is delivered after a 2xx response', async () => {
      await register();
      await publish();
      webhooks.sender.response = () => ({ statusCode: 204 });
      await webhooks.deliverDue();
      await retry();
      expect(statuses()).toEqual(['delivered']);
      expect(webhooks.sender.sent).toHaveLength(1);
    });

    it('fails after five attempts without success', async () => {
      await register();
      await publish();
      failing();
      await webhooks.deliverDue();
      for (let count = 0; count < 6; count++) await retry();
      expect(statuses()).toEqual(['failed']);
      expect(webhooks.sender.sent).toHaveLength(5);
    });

    it('has the attempt number in a header from the second attempt on', async () => {
      await register();
      await publish();
      failing();
      await webhooks.deliverDue();
      for (let count = 0; count < 4; count++) await retry();
      expect(webhooks.sender.sent.map(({ headers }) => headers['X-Webhook-Retry'])).toEqual([
        undefined,
        '2',
        '3',
        '4',
        '5',
      ]);
    });

    it('has the same id and body in every attempt', async () => {
      await register();
      await publish();
      failing();
      await webhooks.deliverDue();
      for (let count = 0; count < 4; count++) await retry();
      expect(new Set(webhooks.sender.sent.map(({ body, headers }) => `${headers['X-Webhook-Id']} ${body}`)).size).toBe(
        1,
      );
    });

    it('has a new timestamp in every attempt', async () => {
      await register();
      await publish();
      failing();
      const times: string[] = [];
      for (let count = 0; count < 3; count++) {
        times.push(String(Math.floor(webhooks.clock.now().getTime() / 1000)));
        await webhooks.deliverDue();
        webhooks.passDelay();
      }
      expect(webhooks.sender.sent.map(({ headers }) => headers['X-Webhook-Timestamp'])).toEqual(times);
    });

    it('waits for the configured delays, plus or minus a tenth', async () => {
      await register();
      await publish();
      failing();
      const waits: number[] = [];
      for (let count = 0; count < 4; count++) {
        await webhooks.deliverDue();
        const [delivery] = webhooks.all;
        waits.push((delivery?.nextAttemptAt ?? 0) - webhooks.clock.now().getTime());
        webhooks.passDelay();
      }
      const share = waits.map((wait, index) => wait / ([30, 300, 1_800, 7_200][index] ?? NaN) / 1000);
      expect(share.filter((each) => each >= 0.9 && each <= 1.1)).toHaveLength(4);
    });
  });

  describe('the lag', () => {
    const exposed = async () => {
      const text = await webhooks.metrics.registry.metrics();
      return /^webhook_lag_seconds\{.*\} (.*)$/m.exec(text)?.[1];
    };

    it('is zero while nothing is due', async () => {
      await webhooks.deliverDue();
      expect(await exposed()).toBe('0');
    });

    it('is absent, and not zero, when the queue could not be read', async () => {
      expect(await exposed()).toBeUndefined();
      await webhooks.deliverDue();
      webhooks.clock.advance(5_001);
      expect(await exposed()).toBeUndefined();
    });

    it('grows while nothing claims what is due', async () => {
      await register();
      await publish();
      await webhooks.deliverDue();
      webhooks.clock.advance(60_000);
      expect(await exposed()).toBe('60');
    });
  });

  describe('the signing key', () => {
    it('is the old secret on the first attempt and the new one on retries when a rotation follows the queueing', async () => {
      const { endpoint, secret } = await register();
      await publish();
      const rotated = await webhooks.rotateSecret(endpoint);
      failing();
      await webhooks.deliverDue();
      await retry();
      await retry();
      expect(webhooks.sender.sent.map(signedWith(secret))).toEqual([true, false, false]);
      expect(webhooks.sender.sent.map(signedWith(rotated))).toEqual([false, true, true]);
    });

    it('is the new secret for deliveries that are queued after a rotation', async () => {
      const { endpoint } = await register();
      const rotated = await webhooks.rotateSecret(endpoint);
      await publish();
      await webhooks.deliverDue();
      expect(webhooks.sender.sent.map(signedWith(rotated))).toEqual([true]);
    });

    it("is the platform's after the endpoint is deleted, and the URL stays the same", async () => {
      const { endpoint, secret } = await register();
      await publish();
      failing();
      await webhooks.deliverDue();
      await webhooks.endpoints.remove(endpoint);
      await retry();
      expect(webhooks.sender.sent.map(({ url }) => url)).toEqual([URL, URL]);
      expect(webhooks.sender.sent.map(signedWith(secret))).toEqual([true, false]);
      expect(webhooks.sender.sent.map(signedWith(webhooks.config.platformWebhookSecret))).toEqual([false, true]);
    });

    it("is the platform's at a link's own address", async () => {
      await publish(`${URL}/link`);
      await webhooks.deliverDue();
      expect(webhooks.sender.sent.map(signedWith(webhooks.config.platformWebhookSecret))).toEqual([true]);
    });

    describe("at a link's own address, while PLATFORM_WEBHOOK_SECRET is rotated,", () => {
      const [OLD, NEW] = ['the platform secret before', 'the platform secret after'].map((text) => text.repeat(2));
      const isSigned = (secret = '') => webhooks.sender.sent.map(signedWith(secret));

      /** What was queued under the old secret is sent by a worker that has both. */
      beforeEach(() => {
        webhooks = new InMemoryWebhooks({
          PLATFORM_WEBHOOK_SECRET: NEW!,
          PLATFORM_WEBHOOK_SECRET_PREVIOUS: OLD!,
        });
      });
      const publishBefore = async () => {
        await publish(`${URL}/link`);
        const queuedUnder = new PlatformKeys({ platformWebhookSecret: OLD! }).currentId;
        for (const delivery of webhooks.all) delivery.platformKeyId = queuedUnder;
      };

      it('is the old one for the first attempt of what was queued before, and the new one for its retry', async () => {
        await publishBefore();
        failing();
        await webhooks.deliverDue();
        await retry();
        expect([isSigned(OLD), isSigned(NEW)]).toEqual([
          [true, false],
          [false, true],
        ]);
      });

      it('is the new one for what is queued afterwards', async () => {
        await publish(`${URL}/link`);
        await webhooks.deliverDue();
        expect(isSigned(NEW)).toEqual([true]);
      });

      it('is the new one when the old one is no longer known', async () => {
        webhooks = new InMemoryWebhooks({ PLATFORM_WEBHOOK_SECRET: NEW! });
        await publishBefore();
        await webhooks.deliverDue();
        expect(isSigned(NEW)).toEqual([true]);
      });
    });

    it('has no replacement when the secret cannot be decrypted: nothing is sent and the attempt fails', async () => {
      const { endpoint } = await register();
      await publish();
      const [encrypted] = webhooks.endpoints.entries.get(endpoint.id)?.secrets ?? [];
      if (encrypted) encrypted.ciphertext = Buffer.alloc(64);
      await webhooks.deliverDue();
      expect(webhooks.sender.sent).toEqual([]);
      expect(webhooks.all[0]?.attempts.get(1)).toMatchObject({
        statusCode: null,
        error: 'signing secret not available',
      });
    });
  });

  describe('a worker', () => {
    it('that cannot read the secrets of what it claimed reads them when it sends', async () => {
      const log = new RecordedLog();
      webhooks = new InMemoryWebhooks({}, log);
      const { secret } = await register();
      await publish();
      jest.spyOn(webhooks.endpoints, 'secrets').mockRejectedValueOnce(new Error('away'));
      await webhooks.deliverDue();
      expect(webhooks.sender.sent.map(signedWith(secret))).toEqual([true]);
      expect(log.lines).toMatchObject([{ level: 'warn', fields: { deliveries: 1 } }]);
    });

    it('that crashes between claim and record costs one attempt and not the event', async () => {
      await register();
      await publish();
      await webhooks.deliveries.claim({ free: 1, running: [] });
      webhooks.clock.advance(30_000);
      await webhooks.deliverDue();
      expect(webhooks.sender.sent.map(({ headers }) => headers['X-Webhook-Retry'])).toEqual(['2']);
      expect(statuses()).toEqual(['delivered']);
    });

    it('that crashes on all five attempts leaves a failed delivery, which is logged', async () => {
      const log = new RecordedLog();
      webhooks = new InMemoryWebhooks({}, log);
      await register();
      await publish();
      for (let count = 0; count < 6; count++) {
        await webhooks.deliveries.claim({ free: 1, running: [] });
        webhooks.clock.advance(30_000);
      }
      expect(statuses()).toEqual(['failed']);
      expect(log.lines).toContainEqual(expect.objectContaining({ level: 'error', fields: named() }));
    });

    it('logs what a delivery belongs to that failed after its last attempt', async () => {
      const log = new RecordedLog();
      webhooks = new InMemoryWebhooks({}, log);
      await register();
      await publish();
      failing();
      for (let attempt = 1; attempt <= 5; attempt++) await retry();
      expect(log.lines).toMatchObject([{ level: 'warn', fields: { ...named(), reason: 'status 500' } }]);
    });

    it('that stops normally releases the deliveries that it claimed', async () => {
      await register();
      await publish();
      await webhooks.deliveries.release(await webhooks.deliveries.claim({ free: 1, running: [] }));
      await expect(webhooks.deliverDue()).resolves.toBe(1);
    });
  });

  describe('the number of deliveries that a worker is sending', () => {
    it('counts each from its start to its end, one that fails too (rule 13.21)', async () => {
      await register();
      await register(`${URL}2`);
      await publish();
      let answer: (result: Partial<SendResult>) => void = () => undefined;
      let fail: (error: Error) => void = () => undefined;
      webhooks.sender.response = (_, index) =>
        new Promise((resolve, reject) => {
          if (index === 0) answer = resolve;
          else fail = reject;
        });
      const jobs = await webhooks.deliveries.claim({ free: 100, running: [] });
      expect(webhooks.deliveries.sending).toBe(0);
      const [one, other] = jobs.map((job) => webhooks.deliveries.deliver(job));
      expect(webhooks.deliveries.sending).toBe(2);
      answer({ statusCode: 200 });
      await one;
      expect(webhooks.deliveries.sending).toBe(1);
      fail(new Error('a fault of the sender'));
      await expect(other).rejects.toThrow('a fault');
      expect(webhooks.deliveries.sending).toBe(0);
    });
  });

  describe('a delivery that is released while it is being sent', () => {
    const givenUp = async (statusCode: number) => {
      await register();
      await publish();
      let response: (statusCode: number) => void = () => undefined;
      webhooks.sender.response = async () => ({
        statusCode: await new Promise<number>((resolve) => (response = resolve)),
      });
      const jobs = await webhooks.deliveries.claim({ free: 2, running: [] });
      const sending = jobs.map((job) => webhooks.deliveries.deliver(job));
      while (webhooks.sender.sent.length === 0) await new Promise(setImmediate);
      await webhooks.deliveries.release(jobs);
      response(statusCode);
      await Promise.all(sending);
      await webhooks.deliveries.waitUntilRecorded();
    };

    it('stays due when it fails', async () => {
      await givenUp(500);
      await expect(webhooks.deliveries.claim({ free: 2, running: [] })).resolves.toMatchObject([{ attempt: 2 }]);
    });

    it('is delivered when it succeeds', async () => {
      await givenUp(200);
      expect(statuses()).toEqual(['delivered']);
    });
  });

  describe('a batch of another worker', () => {
    const claimedElsewhere = async (count = 3) => {
      const { endpoint } = await register();
      for (let each = 0; each < count; each++) await publish();
      const shares = [{ receiver: endpoint.id, slots: count }];
      return (await webhooks.queue.claim(tx, shares, 30_000)).claimed;
    };

    it('is loaded in one statement and sent (rule 13.21)', async () => {
      const jobs = await claimedElsewhere();
      const load = jest.spyOn(webhooks.queue, 'load');
      const taken = await webhooks.deliveries.takeOver(jobs);
      await Promise.all(taken.map((job) => webhooks.deliveries.deliver(job)));
      expect([load.mock.calls.length, webhooks.sender.sent.length]).toEqual([1, 3]);
    });

    it('keeps its receivers and accounts, by which slots are shared', async () => {
      const [job] = await claimedElsewhere(1);
      const [taken] = await webhooks.deliveries.takeOver([job!]);
      expect(taken).toMatchObject({ receiver: job?.receiver, accountId });
    });

    it('is not sent where its leases are about to run out', async () => {
      const jobs = await claimedElsewhere();
      webhooks.clock.advance(19_000);
      await expect(webhooks.deliveries.takeOver(jobs)).resolves.toEqual([]);
    });

    it('is not read from the database when this worker claimed it', async () => {
      await register();
      await publish();
      const load = jest.spyOn(webhooks.queue, 'load');
      const [job] = await webhooks.deliveries.claim({ free: 2, running: [] });
      const [taken] = await webhooks.deliveries.takeOver([job!]);
      await webhooks.deliveries.deliver(taken!);
      expect([load.mock.calls.length, webhooks.sender.sent.length]).toEqual([0, 1]);
    });
  });

  describe('a delivery that has ended in another worker', () => {
    const claimedAfterEnd = async (tookMs: number) => {
      await register();
      for (let count = 0; count < 11; count++) await publish();
      const [job] = await webhooks.deliveries.claim({ free: 100, running: [] });
      webhooks.clock.advance(tookMs);
      webhooks.deliveries.recordEndedElsewhere(job!);
      return (await webhooks.deliveries.claim({ free: 100, running: [] })).length;
    };

    it('shows that its receiver is quick, when it has ended within a second', async () => {
      await expect(claimedAfterEnd(900)).resolves.toBe(10);
    });

    it('shows nothing when it took longer', async () => {
      await expect(claimedAfterEnd(1_000)).resolves.toBe(1);
    });
  });

  describe('claiming', () => {
    it('takes nothing when no slot is free', async () => {
      await register();
      await publish();
      await expect(webhooks.deliveries.claim({ free: 0, running: [] })).resolves.toEqual([]);
    });

    it('counts the running deliveries of a receiver against its share', async () => {
      const { endpoint } = await register();
      await publish();
      await webhooks.deliverDue();
      for (let count = 0; count < 10; count++) await publish();
      const first = await webhooks.deliveries.claim({ free: 16, running: [] });
      const second = await webhooks.deliveries.claim({ free: 12, running: first });
      expect(first.map(({ receiver }) => receiver)).toEqual(Array(4).fill(endpoint.id));
      expect(second).toEqual([]);
    });

    it('keeps slots for a quiet endpoint when another has a long backlog', async () => {
      const hot = await register();
      await publish();
      await webhooks.deliverDue();
      for (let count = 0; count < 50; count++) await publish();
      const quiet = await register(`${URL}/quiet`);
      await publish();
      const first = await webhooks.deliveries.claim({ free: 20, running: [] });
      const second = await webhooks.deliveries.claim({ free: 20 - first.length, running: first });
      const receivers = [...first, ...second].map(({ receiver }) => receiver);
      expect(receivers.filter((receiver) => receiver === hot.endpoint.id)).toHaveLength(5);
      expect(receivers.filter((receiver) => receiver === quiet.endpoint.id)).toHaveLength(1);
    });
  });

  describe('a merchant whose receiver responds', () => {
    const SLOTS = 256;
    /** Registers endpoints that never respond, each with a delivery that is due. */
    const silentMerchants = async (accounts: number, endpoints: number) => {
      for (let account = 0; account < accounts; account++) {
        accountId = newId();
        for (let endpoint = 0; endpoint < endpoints; endpoint++) await register(`${URL}/silent/${endpoint}`);
        for (let count = 0; count < 3; count++) await publish();
      }
    };
    const claim = (running: ClaimedJob[]) => webhooks.deliveries.claim({ free: SLOTS - running.length, running });
    /** Every attempt ends after ten seconds without a response. */
    const timeOut = async (jobs: ClaimedJob[]) => {
      const { sender, deliveries, clock } = webhooks;
      const before = sender.sent.length;
      let end: (result: Partial<SendResult>) => void = () => undefined;
      const timedOut = new Promise<Partial<SendResult>>((resolve) => (end = resolve));
      sender.response = () => timedOut;
      const sending = jobs.map((job) => deliveries.deliver(job));
      while (sender.sent.length < before + jobs.length) await new Promise(setImmediate);
      clock.advance(10_000);
      end({ statusCode: null, error: 'timeout' });
      await Promise.all(sending);
      await deliveries.waitUntilRecorded();
    };
    const quickMerchant = async () => {
      accountId = newId();
      const { endpoint } = await register(`${URL}/quick`);
      await publish();
      return endpoint.id;
    };
    const receiversOf = (jobs: ClaimedJob[]) => jobs.map(({ receiver }) => receiver);

    it('is served at once: silent endpoints of other accounts do not keep its deliveries waiting', async () => {
      await silentMerchants(3, 50);
      const sending = await claim([]);
      const receiver = await quickMerchant();
      await expect(claim(sending).then(receiversOf)).resolves.toContain(receiver);
    });

    it('is served at once: hanging receivers of 300 other merchants do not keep its deliveries waiting', async () => {
      await silentMerchants(300, 1);
      for (let round = 0; round < 3; round++) {
        await timeOut(await claim([]));
        webhooks.passDelay();
      }
      const sending = await claim([]);
      webhooks.clock.advance(1);
      const receiver = await quickMerchant();
      await expect(claim(sending).then(receiversOf)).resolves.toContain(receiver);
    });

    it('is served at once: bursts for twenty hanging receivers of unknown merchants do not take all slots', async () => {
      const sending: ClaimedJob[] = [];
      for (let merchant = 0; merchant < 20; merchant++) {
        await silentMerchants(1, 1);
        for (let count = 0; count < 30; count++) await publish();
        sending.push(...(await claim(sending)));
      }
      webhooks.clock.advance(2_000);
      sending.push(...(await claim(sending)));
      const receiver = await quickMerchant();
      await expect(claim(sending).then(receiversOf)).resolves.toContain(receiver);
    });

    it('is served with the next slot although nothing is known of the hanging receivers of 130 merchants', async () => {
      await silentMerchants(130, 1);
      const sending = await claim([]);
      const receiver = await quickMerchant();
      await expect(claim(sending).then(receiversOf)).resolves.toContain(receiver);
    });
  });

  it('tries all thirty deliveries for a silent receiver at once while slots are idle', async () => {
    accountId = newId();
    await register();
    for (let count = 0; count < 30; count++) await publish();
    const first = await webhooks.deliveries.claim({ free: 512, running: [] });
    webhooks.clock.advance(1_000);
    const others = await webhooks.deliveries.claim({ free: 512 - first.length, running: first });
    expect([first.length, others.length]).toEqual([1, 29]);
  });

  describe('recording', () => {
    it('is retried when the database is down for a moment', async () => {
      await register();
      await publish();
      const complete = jest.spyOn(webhooks.queue, 'complete').mockRejectedValueOnce(new Error('away'));
      await webhooks.deliverDue();
      expect(complete).toHaveBeenCalledTimes(2);
      expect(statuses()).toEqual(['delivered']);
    });

    it('does not occupy the slot of a receiver that has responded', async () => {
      await register();
      await publish();
      jest.spyOn(webhooks.queue, 'complete').mockReturnValue(new Promise(() => undefined));
      const [job] = await webhooks.deliveries.claim({ free: 2, running: [] });
      await expect(webhooks.deliveries.deliver(job ?? { deliveryId: '', attempt: 0 })).resolves.toBeUndefined();
    });
  });
});
