import type { Log } from '@app/platform';
import type Stripe from 'stripe';
import { isReplay, isKeyInUse, rejectionOf, requestIdOf, statusOf, StripeRejectedError } from './stripe-errors';
import type { StripeSdk } from './stripe-sdk';

type Call<T> = (stripe: Stripe, options: Stripe.RequestOptions) => Promise<T>;

/** An object that is made once, however often it is requested. */
export interface Creation<T> {
  /** What the call is called in logs: `create refund`. */
  readonly call: string;
  /** Our reference, which is the idempotency key. */
  readonly key: string;
  /** The key of the first is the reference itself; absent for what is submitted once. */
  readonly submission?: number;
  /** Passes the options on, which have the key. */
  readonly make: Call<T>;
  /** Finds an object that an earlier call made; asked when Stripe repeats the failure of one. */
  readonly find: (signal: AbortSignal) => Promise<T | undefined>;
}

/** Delays before a call whose key another request is using is repeated. */
const IN_USE_DELAYS_MS = [100, 200, 400, 800, 1_600];
/** Keys that are tried while Stripe repeats its own failure under each. */
const MAX_KEYS = 5;

/**
 * Calls of Stripe's API, outside of transactions. Each throws `StripeRejectedError`, with which nothing has happened, or
 * another error when the outcome is unknown.
 */
export class StripeClient {
  constructor(
    private readonly sdk: StripeSdk,
    private readonly log: Log,
  ) {}

  /** A call that is not repeated here. */
  async call<T>(call: string, signal: AbortSignal, make: Call<T>, options: Stripe.RequestOptions = {}): Promise<T> {
    signal.throwIfAborted();
    try {
      return await this.sdk.during(signal, () => make(this.sdk.stripe, options));
    } catch (error) {
      const rejection = rejectionOf(call, error);
      const { reason } = rejection;
      const fields = { call, status: statusOf(error), provider_request_id: requestIdOf(error), reason };
      this.log.warn(fields, 'Stripe call failed');
      throw rejection.error;
    }
  }

  /** The object; undefined when Stripe has none with that id. */
  async find<T>(call: string, signal: AbortSignal, make: Call<T>): Promise<T | undefined> {
    try {
      return await this.call(call, signal, make);
    } catch (error) {
      if (error instanceof StripeRejectedError && error.isNotFound) return undefined;
      throw error;
    }
  }

  /**
   * Makes an object under an idempotency key. Stripe responds to a key for a day as it did first, also with its own
   * failure: then the object is looked for, and made under another key if there is none.
   */
  async create<T>({ call, key, submission = 1, make, find }: Creation<T>, signal: AbortSignal): Promise<T> {
    for (let number = submission; ; number++) {
      const idempotencyKey = number === 1 ? key : `${key}:${number}`;
      try {
        return await this.whileInUse(() => this.call(call, signal, make, { idempotencyKey }), signal);
      } catch (error) {
        if (!isReplay(error) || number === submission + MAX_KEYS - 1) throw error;
        const found = await find(signal);
        if (found !== undefined) return found;
      }
    }
  }

  /** Another request with the same key is running: it is the same request, so its response is ours. */
  private async whileInUse<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
    for (const ms of IN_USE_DELAYS_MS) {
      try {
        return await call();
      } catch (error) {
        if (!isKeyInUse(error)) throw error;
        await pause(ms, signal);
      }
    }
    return call();
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
