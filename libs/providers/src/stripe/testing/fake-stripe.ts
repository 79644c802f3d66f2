import type { ProviderMessage } from '@app/rails';
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FakeStripeError, parseForm, type FakeParams } from './fake-call';
import { FakeIdempotency, type FakeAnswer } from './fake-idempotency';
import { FakeStripeAccount } from './fake-stripe-account';

/**
 * What happens to the next call that matches. `timeout`, `reset`, `truncated`, `failed_after` and `slow` come after Stripe
 * has carried the call out; `limited`, `failed`, `in_use` and `unavailable` in place of it. Stripe repeats `failed` and
 * `failed_after` to whoever uses the key again.
 */
export type StripeFault =
  'timeout' | 'reset' | 'truncated' | 'failed_after' | 'limited' | 'failed' | 'in_use' | 'unavailable' | 'slow';

export const STRIPE_FAULTS: readonly StripeFault[] = [
  'timeout',
  'reset',
  'truncated',
  'failed_after',
  'limited',
  'failed',
  'in_use',
  'unavailable',
  'slow',
];

interface Planned {
  readonly call: RegExp;
  readonly fault: StripeFault;
}

const SLOW_MS = 50;
export const FAKE_STRIPE_KEY = 'sk_test_fakeKeyOfTheTests';
export const FAKE_WEBHOOK_SECRET = 'whsec_fakeSecretOfTheTests';

const error = (type: string, message: string, code?: string) => ({
  error: { type, message, ...(code !== undefined && { code }) },
});
const FAILED: FakeAnswer = { status: 500, body: error('api_error', 'An unknown error occurred') };
const INSTEAD: Readonly<Partial<Record<StripeFault, FakeAnswer>>> = {
  limited: { status: 429, body: error('invalid_request_error', 'Too many requests', 'rate_limit') },
  in_use: {
    status: 409,
    body: error('idempotency_error', 'Another request is using the key', 'idempotency_key_in_use'),
  },
  unavailable: { status: 503, body: error('api_error', 'Stripe is down') },
};

/** Stripe's API as a server on this machine, with an account of its own. */
export class FakeStripe {
  readonly account = new FakeStripeAccount();
  readonly keys = new FakeIdempotency();
  /** Every call that arrived, such as `POST /v1/refunds`. */
  readonly calls: string[] = [];
  /** Called after a call was carried out; returns whether it is answered. */
  onDone: (call: string) => boolean = () => true;
  private readonly planned: Planned[] = [];

  private constructor(private readonly server: Server) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void this.serve(request, response));
  }

  static async start(): Promise<FakeStripe> {
    const server = createServer();
    const fake = new FakeStripe(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Plans a fault of the next call that matches. */
  plan(call: RegExp, fault: StripeFault): void {
    this.planned.push({ call, fault });
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

  signed(content: object, now = new Date(), secret = FAKE_WEBHOOK_SECRET) {
    const body = Buffer.from(JSON.stringify(content));
    const time = Math.floor(now.getTime() / 1_000);
    const signature = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex');
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` };
    return { method: 'POST', path: '/providers/stripe/notifications', query: '', headers, body, now };
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://fake');
    const call = `${request.method ?? ''} ${url.pathname}`;
    this.calls.push(call);
    const text = await bodyOf(request);
    const at = this.planned.findIndex((each) => each.call.test(call));
    const fault = at < 0 ? undefined : this.planned.splice(at, 1)[0]?.fault;
    const instead = fault && INSTEAD[fault];
    if (instead) return send(response, instead, false);
    const { answer, isReplay } = this.answerOnce(request, url, text, fault);
    if (!this.onDone(call) || fault === 'timeout') return;
    if (fault === 'reset') return void request.socket.destroy();
    if (fault === 'truncated') return truncate(response, answer);
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    send(response, answer, isReplay);
  }

  private answerOnce(request: IncomingMessage, url: URL, text: string, fault: StripeFault | undefined) {
    const key = request.method === 'POST' ? (request.headers['idempotency-key'] as string | undefined) : undefined;
    const fingerprint = `${url.pathname} ${text}`;
    const kept = this.keys.find(key, fingerprint);
    if (kept) return { answer: kept, isReplay: true };
    const done = fault === 'failed' ? FAILED : this.answer(request, url, text);
    const answer = fault === 'failed_after' ? FAILED : done;
    if (answer.status !== 401) this.keys.keep(key, fingerprint, structuredClone(answer));
    return { answer, isReplay: false };
  }

  private answer(request: IncomingMessage, url: URL, text: string): FakeAnswer {
    if (request.headers.authorization !== `Bearer ${FAKE_STRIPE_KEY}`) {
      return { status: 401, body: error('invalid_request_error', 'Invalid API Key provided: sk_test_****ests') };
    }
    const isJson = request.headers['content-type']?.includes('json');
    try {
      const body = isJson && text !== '' ? (JSON.parse(text) as FakeParams) : parseForm(text);
      const query = parseForm(url.search.slice(1));
      return { status: 200, body: this.account.carryOut(request.method ?? '', url.pathname, query, body) };
    } catch (rejection) {
      if (rejection instanceof FakeStripeError) return { status: rejection.status, body: { error: rejection.error } };
      throw rejection;
    }
  }
}

function send(response: ServerResponse, { status, body }: FakeAnswer, isReplay: boolean): void {
  const headers = { 'content-type': 'application/json', 'request-id': 'req_fake1' };
  response.writeHead(status, isReplay ? { ...headers, 'idempotent-replayed': 'true' } : headers);
  response.end(JSON.stringify(body));
}

function truncate(response: ServerResponse, { body }: FakeAnswer): void {
  const text = JSON.stringify(body);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
