import { traced } from '@app/platform';
import { AsyncLocalStorage } from 'node:async_hooks';
import Stripe from 'stripe';
import { request, type Dispatcher } from 'undici';

export interface StripeOptions {
  readonly secretKey: string;
  /** Scheme, host and port. */
  readonly apiBase: string;
  /** Makes the connection; by default undici's own agent. */
  readonly dispatcher?: Dispatcher;
}

/** Stripe's client, and the way to end its calls, which take no signal of their own. */
export interface StripeSdk {
  readonly stripe: Stripe;
  /** Makes a call that ends when the signal is aborted. */
  during<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T>;
}

type HttpClient = Stripe.HttpClient;
type Headers = Parameters<HttpClient['makeRequest']>[4];

/** The time of a call without a deadline. */
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 16 * 1024 * 1024;

/** Stripe's client without retries of its own, telemetry and notices on the console. It loads the package. */
export function stripeSdk({ secretKey, apiBase, dispatcher }: StripeOptions): StripeSdk {
  const { protocol, hostname, port } = new URL(apiBase);
  const signals = new AsyncLocalStorage<AbortSignal>();
  const stripe = new Stripe(secretKey, {
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    protocol: protocol === 'http:' ? 'http' : 'https',
    httpClient: httpClientOver(() => signals.getStore(), dispatcher),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 0,
    telemetry: false,
  });
  return { stripe, during: (signal, call) => signals.run(signal, call) };
}

/** Redirects are not followed: the credential is for this host. */
function httpClientOver(signalOf: () => AbortSignal | undefined, dispatcher: Dispatcher | undefined): HttpClient {
  return {
    getClientName: () => 'undici',
    makeRequest: async (host, port, path, method, headers, data, protocol, timeout) => {
      const [signal, late] = [signalOf(), AbortSignal.timeout(timeout)];
      const send = () =>
        request(`${protocol}://${host}:${port}${path}`, {
          method,
          headers: textHeaders(headers),
          ...(method !== 'GET' && { body: data }),
          signal: signal ? AbortSignal.any([signal, late]) : late,
          ...(dispatcher && { dispatcher }),
        });
      const attributes = { 'http.request.method': method, 'url.path': path.split('?', 1)[0] };
      return responseOf(await traced('call stripe', { kind: 'client', attributes }, send));
    },
  };
}

function responseOf({ statusCode, headers, body }: Dispatcher.ResponseData): Stripe.HttpClientResponse {
  return {
    getStatusCode: () => statusCode,
    // The package prints a notice for developers on the console.
    getHeaders: () => textHeaders({ ...headers, 'stripe-notice': undefined }),
    // The package writes the id of the request into it.
    getRawResponse: () => ({}),
    toStream: () => body,
    toJSON: async () => JSON.parse(await textOf(body)) as unknown,
  };
}

function textHeaders(headers: Headers | Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join() : String(value)]],
    ),
  );
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    // Leaving the loop destroys the stream and with it the connection.
    if (length > MAX_BYTES) throw new Error('Stripe sent too much');
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
