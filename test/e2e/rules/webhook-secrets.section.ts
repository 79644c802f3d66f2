import { verifyWebhook, WebhookVerificationError } from '@app/sdk';
import { newId } from '@app/kernel';
import {
  cancelNewLink,
  isSignedWith,
  register,
  rotateSecret,
  signerOf,
  type TestEndpoint,
} from '../../support/deliveries';
import { call, type Operation } from '../../support/external-operations';
import { Receiver, type ReceivedRequest } from '../../support/receiver';
import { TestService, type Merchant } from '../../support/service';

/** The third attempt is more than a second after the first, so that its time in whole seconds differs. */
const RETRY_DELAYS = '50ms,1200ms,50ms,50ms';

describe('Events, Secret handling', () => {
  let service: TestService;
  let receiver: Receiver;
  let merchant: Merchant;
  let path: string;
  let endpoint: TestEndpoint;

  beforeAll(async () => {
    service = await TestService.start({ env: { WEBHOOK_RETRY_DELAYS: RETRY_DELAYS } });
    receiver = await Receiver.start();
  });

  beforeEach(async () => {
    merchant = await service.merchant();
    path = `/${newId()}`;
    endpoint = await register(merchant, receiver.url(path));
    receiver.response = () => 200;
  });

  afterEach(() => service.stopWorker());

  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  const rotate = () => rotateSecret(merchant, endpoint);
  const publish = () => cancelNewLink(service, merchant);

  /** Starts sending the queued deliveries, and returns those that arrive. */
  async function sent(count: number): Promise<ReceivedRequest[]> {
    await service.startWorker();
    return receiver.received(count, path);
  }

  it('the secret is returned by creation and by rotation (rule 13.4)', async () => {
    expect([endpoint.secret, await rotate()]).toEqual(Array(2).fill(expect.stringMatching(/^[0-9a-f]{64}$/)));
  });

  it.each<Operation>([
    'GET /v1/webhooks',
    'GET /v1/webhooks/{id}',
    'PUT /v1/webhooks/{id}',
    'DELETE /v1/webhooks/{id}',
  ])('the secret is not returned by %s (rule 13.4)', async (operation) => {
    const { status, text } = await call(operation, merchant.api, endpoint.id);

    expect([status, text.includes('secret'), text.includes(endpoint.secret)]).toEqual([200, false, false]);
  });

  it('the secret cannot be used as an API key (rule 13.4)', async () => {
    expect((await service.anonymous().get('/v1/wallets', { 'x-api-key': endpoint.secret })).status).toBe(401);
  });

  it('deliveries are not signed with the API key (rule 13.4)', async () => {
    await publish();

    expect((await sent(1)).map((delivery) => isSignedWith(merchant.apiKey, delivery))).toEqual([false]);
  });

  it('deliveries queued before a rotation are signed with the old secret (rule 13.5)', async () => {
    await publish();
    const secrets = { old: endpoint.secret, new: await rotate() };

    expect((await sent(1)).map((delivery) => signerOf(delivery, secrets))).toEqual(['old']);
  });

  it('deliveries queued after a rotation are signed with the new secret (rule 13.5)', async () => {
    const secrets = { old: endpoint.secret, new: await rotate() };
    await publish();

    expect((await sent(1)).map((delivery) => signerOf(delivery, secrets))).toEqual(['new']);
  });

  it('every retry is signed with the new secret, also of deliveries queued before (rule 13.5)', async () => {
    receiver.response = (_request, index) => (index < 2 ? 500 : 200);
    await publish();
    const secrets = { old: endpoint.secret, new: await rotate() };

    expect((await sent(3)).map((delivery) => signerOf(delivery, secrets))).toEqual(['old', 'new', 'new']);
  });

  it('a receiver that accepts both secrets accepts every delivery (rule 13.5)', async () => {
    await publish();
    const secrets = [await rotate(), endpoint.secret];
    await publish();

    const events = (await sent(2)).map(({ headers, body }) => verifyWebhook(body, headers, secrets).event as string);
    expect(events).toEqual(Array(2).fill('payment_link.cancelled'));
  });

  it('a receiver without the old secret rejects deliveries signed with it (rule 13.5)', async () => {
    await publish();
    const renewed = await rotate();

    const [delivery] = await sent(1);
    expect(() => verifyWebhook(delivery!.body, delivery!.headers, renewed)).toThrow(WebhookVerificationError);
  });

  it('each retry has a new signature, with the time of that attempt (rule 13.9)', async () => {
    receiver.response = (_request, index) => (index < 2 ? 500 : 200);
    await publish();
    const attempts = await sent(3);

    expect(attempts.map((attempt) => isSignedWith(endpoint.secret, attempt))).toEqual([true, true, true]);
    const [first, , third] = attempts.map(({ headers }) => headers);
    expect(Number(third!['x-webhook-timestamp'])).toBeGreaterThan(Number(first!['x-webhook-timestamp']));
    expect(third!['x-webhook-signature']).not.toBe(first!['x-webhook-signature']);
  });
});
