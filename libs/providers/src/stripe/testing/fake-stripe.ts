import type { ProviderMessage } from '@app/rails';
import { createHmac } from 'node:crypto';
import { FAKE_FAULTS, FakeServer, type FakeAnswer, type FakeCall, type FakeFault } from '../../testing/fake-server';
import { FakeStripeError, parseForm, type FakeParams } from './fake-routes';
import { FakeIdempotency } from './fake-idempotency';
import { FakeStripeAccount } from './fake-stripe-account';

/** In place of the call: another request is using its key, or Stripe is down. */
export type StripeFault = 'in_use' | 'unavailable';

export const STRIPE_FAULTS: readonly (FakeFault | StripeFault)[] = ['in_use', 'unavailable', ...FAKE_FAULTS];

export const FAKE_STRIPE_KEY = 'sk_test_fakeKeyOfTheTests';
export const FAKE_WEBHOOK_SECRET = 'whsec_fakeSecretOfTheTests';

const HEADERS = { 'request-id': 'req_fake1' };
const FAILED = failure(500, 'api_error', 'An unknown error occurred');
const IN_PLACE: Readonly<Record<string, FakeAnswer>> = {
  limited: failure(429, 'invalid_request_error', 'Too many requests', 'rate_limit'),
  in_use: failure(409, 'idempotency_error', 'Another request is using the key', 'idempotency_key_in_use'),
  unavailable: failure(503, 'api_error', 'Stripe is down'),
};

/**
 * Stripe's API as a server on this machine, with an account of its own. It answers a key as it did first, also with the
 * failures that tests plan.
 */
export class FakeStripe extends FakeServer<StripeFault> {
  readonly account = new FakeStripeAccount();
  readonly keys = new FakeIdempotency();

  static start(): Promise<FakeStripe> {
    return new FakeStripe().listen();
  }

  /** An event about the object as it is now, as Stripe sends it, signed. */
  message(type: string, object: object, now = new Date()): ProviderMessage & { headers: Record<string, string> } {
    const created = Math.floor(now.getTime() / 1_000);
    const id = this.account.ids.next('evt');
    return this.signed({ id, object: 'event', type, created, livemode: false, data: { object } }, now);
  }

  /** A thin event, which only names its object. */
  thinMessage(type: string, related: { id: string; type: string; url: string }, now = new Date()) {
    const id = this.account.ids.next('evt');
    const created = now.toISOString();
    return this.signed({ id, object: 'v2.core.event', type, created, livemode: false, related_object: related }, now);
  }

  private signed(content: object, now: Date) {
    return this.signedText(JSON.stringify(content), now);
  }

  /** A message with that body, signed. */
  signedText(text: string, now: Date, secret = FAKE_WEBHOOK_SECRET) {
    const body = Buffer.from(text);
    const time = Math.floor(now.getTime() / 1_000);
    const signature = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` };
    return { method: 'POST', path: '/providers/stripe/notifications', query: '', headers, body, now };
  }

  protected answer(call: FakeCall): FakeAnswer {
    const kept = this.keys.find(call);
    if (kept) return { status: kept.status, body: kept.body, headers: { ...HEADERS, 'idempotent-replayed': 'true' } };
    const answer = this.carryOut(call);
    if (answer.status !== 401) this.keys.keep(call, answer);
    return answer;
  }

  protected override inPlace(fault: FakeFault | StripeFault, call: FakeCall): FakeAnswer | undefined {
    if (fault === 'failed') return this.failedAfter(call);
    return (Object.hasOwn(IN_PLACE, fault) ? IN_PLACE[fault] : undefined) ?? super.inPlace(fault, call);
  }

  protected override failedAfter(call: FakeCall): FakeAnswer {
    this.keys.keep(call, FAILED);
    return FAILED;
  }

  private carryOut({ method, url, headers, text }: FakeCall): FakeAnswer {
    if (headers.authorization !== `Bearer ${FAKE_STRIPE_KEY}`) {
      return failure(401, 'invalid_request_error', 'Invalid API Key provided: sk_test_****ests');
    }
    const isJson = headers['content-type']?.includes('json');
    try {
      const body = isJson && text !== '' ? (JSON.parse(text) as FakeParams) : parseForm(text);
      const context = headers['stripe-context'] as string | undefined;
      const done = this.account.carryOut(method, url.pathname, parseForm(url.search.slice(1)), body, context);
      return { status: 200, body: done, headers: HEADERS };
    } catch (error) {
      if (!(error instanceof FakeStripeError)) throw error;
      return { status: error.status, body: { error: error.error }, headers: HEADERS };
    }
  }
}

function failure(status: number, type: string, message: string, code?: string): FakeAnswer {
  return { status, body: { error: { type, message, ...(code !== undefined && { code }) } }, headers: HEADERS };
}
