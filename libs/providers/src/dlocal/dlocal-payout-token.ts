import type { Clock } from '@app/kernel';
import type { Json } from '../json';

/** The token is renewed so long before it ends, that a call begun with it arrives in time. */
const MARGIN_MS = 30_000;
/** If dLocal does not say how long a token lasts. */
const DEFAULT_SECONDS = 60;
const LONGEST_SECONDS = 3_600;
const MAX_TOKEN = 16_384;

interface Held {
  readonly token: string;
  /** In the time of `Clock.monotonicMs`. */
  readonly renewAt: number;
}

interface Renewal {
  readonly held: Promise<Held>;
  readonly abort: AbortController;
  /** How many calls wait for it. */
  waiting: number;
}

/**
 * The access token of dLocal's payouts, which lasts three minutes. Calls at the same time share one request for a new
 * one, which goes on until the last of them gives up.
 */
export class DlocalPayoutToken {
  private held: Held | undefined;
  private renewal: Renewal | undefined;

  constructor(
    private readonly request: (signal: AbortSignal) => Promise<Json>,
    private readonly clock: Pick<Clock, 'monotonicMs'>,
  ) {}

  /** Throws when dLocal gives no token, and when the signal is aborted. */
  async get(signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    if (this.held && this.clock.monotonicMs() < this.held.renewAt) return this.held.token;
    const renewal = (this.renewal ??= this.begin());
    renewal.waiting += 1;
    try {
      return (await orAborted(renewal.held, signal)).token;
    } finally {
      renewal.waiting -= 1;
      if (renewal.waiting === 0) this.end(renewal);
    }
  }

  /** Forgets a token that dLocal refused, unless it has been renewed since. */
  drop(token: string): void {
    if (this.held?.token === token) this.held = undefined;
  }

  private begin(): Renewal {
    const abort = new AbortController();
    return { held: this.renew(abort.signal), abort, waiting: 0 };
  }

  /** A request that still runs ends here, so that the next call begins another. */
  private end(renewal: Renewal): void {
    renewal.abort.abort();
    if (this.renewal === renewal) this.renewal = undefined;
  }

  private async renew(signal: AbortSignal): Promise<Held> {
    const startedAt = this.clock.monotonicMs();
    const { access_token: token, expires_in: seconds } = await this.request(signal);
    if (!isToken(token)) throw new Error('dLocal gave no access token');
    const lifetimeMs = lifetimeOf(seconds) * 1_000;
    this.held = { token, renewAt: startedAt + lifetimeMs - Math.min(MARGIN_MS, lifetimeMs / 2) };
    return this.held;
  }
}

/** Text that a header can have. */
function isToken(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_TOKEN && /^[\x21-\x7e]+$/.test(value);
}

function lifetimeOf(seconds: unknown): number {
  const isTime = typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0;
  return Math.min(isTime ? seconds : DEFAULT_SECONDS, LONGEST_SECONDS);
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
