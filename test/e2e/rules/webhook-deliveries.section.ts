import { newId } from '@app/kernel';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { payNewLink } from '../../support/paid-links';
import { isSignedWith, register, type TestEndpoint } from '../../support/deliveries';
import { Receiver, type ReceivedRequest } from '../../support/receiver';
import { TestService, type Merchant } from '../../support/service';
import { UUID } from '../../support/shapes';

/** The third attempt is more than a second after the first, so that its time in whole seconds differs. */
const RETRY_DELAYS = '50ms,1200ms,50ms,50ms';

describe('Events, Webhook deliveries', () => {
  let service: TestService;
  let receiver: Receiver;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start({ worker: true, env: { WEBHOOK_RETRY_DELAYS: RETRY_DELAYS } });
    receiver = await Receiver.start();
  });

  beforeEach(async () => {
    merchant = await service.merchant();
    receiver.response = () => 200;
  });

  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  /** A new endpoint, and the attempts to deliver to it after a link was paid. */
  async function attempts(count: number, fields: Record<string, unknown> = {}) {
    const path = `/${newId()}`;
    const endpoint: TestEndpoint = await register(merchant, receiver.url(path));
    await payNewLink(service, merchant, fields);
    return { endpoint, requests: await receiver.received(count, path) };
  }

  async function delivery(fields: Record<string, unknown> = {}): Promise<TestEndpoint & ReceivedRequest> {
    const { endpoint, requests } = await attempts(1, fields);
    return { ...endpoint, ...requests[0]! };
  }

  function failing(count: number): Promise<ReceivedRequest[]> {
    receiver.response = () => 500;
    return attempts(count).then(({ requests }) => requests);
  }

  const headerOf = (name: string) => (request: ReceivedRequest) => request.headers[name];

  it('delivery: is a POST of JSON to the registered URL (rule 13.7)', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    await register(merchant, `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?of=shop`);
    const arrived = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
    const linkId = await payNewLink(service, merchant);

    const [request, response] = await arrived;
    const body = (await json(request)) as { data: object };
    response.end();
    server.close();
    expect([request.method, request.url]).toEqual(['POST', '/hooks?of=shop']);
    expect(body.data).toMatchObject({ payment_link_id: linkId });
  });

  it('Content-Type: is application/json (rule 13.7)', async () => {
    expect((await delivery()).headers['content-type']).toBe('application/json');
  });

  it('User-Agent: is ServicePay-Webhooks/1.0 (rule 13.8)', async () => {
    expect((await delivery()).headers['user-agent']).toBe('ServicePay-Webhooks/1.0');
  });

  it('Accept: is */*, which rule sets of firewalls require (rule 13.7)', async () => {
    expect((await delivery()).headers.accept).toBe('*/*');
  });

  it('X-Webhook-Id: is a UUID, the same in every retry (rule 13.7)', async () => {
    const [first, ...retries] = (await failing(5)).map(headerOf('x-webhook-id'));

    expect(first).toMatch(UUID);
    expect(retries).toEqual(Array(4).fill(first));
  });

  it('X-Webhook-Id: is different for each destination, including a link’s own address (rule 13.7)', async () => {
    const paths = Array.from({ length: 3 }, () => `/${newId()}`);
    for (const path of paths.slice(1)) await register(merchant, receiver.url(path));
    await payNewLink(service, merchant, { webhook_url: receiver.url(paths[0]) });

    const received = await Promise.all(paths.map((path) => receiver.received(1, path)));
    expect(new Set(received.flat().map(headerOf('x-webhook-id'))).size).toBe(3);
    expect(new Set(received.flat().map(({ body }) => body.toString())).size).toBe(1);
  });

  it('X-Webhook-Timestamp: is the time of sending in Unix seconds, new in each attempt (rule 13.7)', async () => {
    const sent = await failing(3);
    const times = sent.map(headerOf('x-webhook-timestamp'));

    for (const [index, time] of times.entries()) {
      expect(time).toMatch(/^\d{10}$/);
      expect(Math.abs(sent[index]!.at / 1_000 - Number(time))).toBeLessThan(3);
    }
    expect(Number(times[2])).toBeGreaterThan(Number(times[0]));
  });

  it('X-Webhook-Signature: is sha256= and 64 lowercase hexadecimal characters (rule 13.7)', async () => {
    expect((await delivery()).headers['x-webhook-signature']).toMatch(/^sha256=[0-9a-f]{64}$/);
  });

  it('X-Webhook-Retry: is absent on the first attempt, and counts the retries from 2 to 5 (rule 13.7)', async () => {
    expect((await failing(5)).map(headerOf('x-webhook-retry'))).toEqual([undefined, '2', '3', '4', '5']);
  });

  it('signature over the timestamp: covers its exact text, a dot and the body, keyed with the text of the secret (rule 13.9)', async () => {
    const { headers, body, secret } = await delivery();
    const text = `${String(headers['x-webhook-timestamp'])}.${body.toString()}`;

    expect(headers['x-webhook-signature']).toBe(`sha256=${createHmac('sha256', secret).update(text).digest('hex')}`);
  });

  it('signature over the timestamp: does not match for another second (rule 13.9)', async () => {
    const { secret, ...sent } = await delivery();
    const later = String(Number(sent.headers['x-webhook-timestamp']) + 1);

    expect(isSignedWith(secret, sent)).toBe(true);
    expect(isSignedWith(secret, { ...sent, headers: { ...sent.headers, 'x-webhook-timestamp': later } })).toBe(false);
  });

  it('signature over the bytes: covers the sent bytes, including slashes and other alphabets (rule 13.9)', async () => {
    const { secret, ...sent } = await delivery({ description: 'Pedido 1001: café / té 👩‍🚀' });

    expect(sent.body.toString()).toContain('café / té');
    expect(isSignedWith(secret, sent)).toBe(true);
  });

  it.each([
    ['slashes', (text: string) => text.replaceAll('/', '\\/')],
    ['what is not ASCII', (text: string) => text.replaceAll('é', '\\u00e9')],
    ['spaces', (text: string) => JSON.stringify(JSON.parse(text), null, 1)],
  ])('signature of the exact bytes: does not match the same JSON with other %s (rule 13.9)', async (_what, written) => {
    const { secret, ...sent } = await delivery({ description: 'café / té' });
    const body = Buffer.from(written(sent.body.toString()));

    expect(JSON.parse(body.toString())).toEqual(JSON.parse(sent.body.toString()));
    expect(isSignedWith(secret, { ...sent, body })).toBe(false);
  });
});
