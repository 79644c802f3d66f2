import { verifyWebhook, WebhookVerificationError, type VerifyWebhookOptions } from '@app/sdk';
import crypto, { createHmac } from 'node:crypto';
import { payNewLink } from '../../support/paid-links';
import { register } from '../../support/deliveries';
import { Receiver, type ReceivedRequest } from '../../support/receiver';
import { TestService } from '../../support/service';

const ANOTHER_SECRET = 'f'.repeat(64);

/** The steps of a receiver, as the SDK implements them, with real deliveries of the service. */
describe('Events, Receiver verification', () => {
  let service: TestService;
  let receiver: Receiver;
  let secret: string;
  let delivery: ReceivedRequest;
  let sentAt: number;

  beforeAll(async () => {
    service = await TestService.start({ worker: true });
    receiver = await Receiver.start();
    const merchant = await service.merchant();
    ({ secret } = await register(merchant, receiver.url('/hook')));
    await payNewLink(service, merchant, { description: 'café / té' });
    [delivery] = (await receiver.received(1, '/hook')) as [ReceivedRequest];
    sentAt = Number(delivery.headers['x-webhook-timestamp']);
  });

  afterEach(() => jest.restoreAllMocks());

  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  const at = (seconds: number): VerifyWebhookOptions => ({ now: new Date((sentAt + seconds) * 1_000) });

  /** Accepts, or returns the reason for rejection; null omits a header. */
  function judge(
    headers: Record<string, string | null> = {},
    options = at(0),
    { body }: Pick<ReceivedRequest, 'body'> = delivery,
  ) {
    const all = Object.entries({ ...delivery.headers, ...headers }).filter(([, value]) => value !== null);
    try {
      verifyWebhook(body, Object.fromEntries(all) as Record<string, string>, secret, options);
      return 'accepted';
    } catch (error) {
      if (error instanceof WebhookVerificationError) return error.reason;
      throw error;
    }
  }

  const signed = (text: string | Buffer, key = secret) => createHmac('sha256', key).update(text).digest('hex');
  const message = () => Buffer.concat([Buffer.from(`${sentAt}.`), delivery.body]);

  it.each(['x-webhook-timestamp', 'x-webhook-signature'])('a delivery without %s is rejected (rule 13.10)', (name) => {
    expect(judge()).toBe('accepted');
    expect(judge({ [name]: null })).toBe('missing_headers');
  });

  it.each([-301, 301, 3_600, -86_400])(
    'a timestamp that differs from the clock by %i s is rejected (rule 13.10)',
    (seconds) => {
      expect(judge({}, at(seconds))).toBe('timestamp_out_of_tolerance');
    },
  );

  it.each([-300, 0, 300])(
    'a timestamp that differs by %i s, at most five minutes, is accepted (rule 13.10)',
    (seconds) => {
      expect(judge({}, at(seconds))).toBe('accepted');
    },
  );

  it('the signed text is the timestamp, a dot and the raw body (rule 13.10)', () => {
    expect(judge({ 'x-webhook-signature': `sha256=${signed(message())}` })).toBe('accepted');
    expect(judge({ 'x-webhook-signature': `sha256=${signed(delivery.body)}` })).toBe('signature_mismatch');
  });

  it('a body that was parsed and serialised again is not the raw body (rule 13.10)', () => {
    const body = Buffer.from(JSON.stringify(JSON.parse(delivery.body.toString())).replaceAll('/', '\\/'));

    expect(judge({}, at(0), { body })).toBe('signature_mismatch');
  });

  it('the HMAC-SHA256 is keyed with the secret (rule 13.10)', () => {
    const other = signed(message(), ANOTHER_SECRET);

    expect(judge({ 'x-webhook-signature': `sha256=${other}` })).toBe('signature_mismatch');
  });

  it.each(['', 'sha1=', 'SHA256='])('the prefix is sha256=, not %j (rule 13.10)', (prefix) => {
    expect(judge({ 'x-webhook-signature': prefix + signed(message()) })).toBe('signature_mismatch');
  });

  it('signatures are compared in constant time (rule 13.10)', () => {
    const compare = jest.spyOn(crypto, 'timingSafeEqual');

    expect(judge()).toBe('accepted');
    const [one, other] = compare.mock.calls[0]!;
    expect([one, other].map(String)).toEqual(Array(2).fill(delivery.headers['x-webhook-signature']));
  });

  it.each(['sha256=', 'sha256=00', `sha256=${'0'.repeat(65)}`])(
    'a signature of another length is rejected without an exception: %s (rule 13.10)',
    (signature) => {
      const compare = jest.spyOn(crypto, 'timingSafeEqual');

      expect(judge({ 'x-webhook-signature': signature })).toBe('signature_mismatch');
      expect(compare).not.toHaveBeenCalled();
    },
  );
});
