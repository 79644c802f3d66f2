import { Injectable, type ExecutionContext } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerLimitDetail, type ThrottlerOptions } from '@nestjs/throttler';
import type { Request, Response } from 'express';

/** The throttlers of this API. Header names end in the name of theirs; `default` stands for no ending. */
export type ThrottlerName = 'IP' | 'default';

/** The window of every request limit. Source: specification, Limits. */
export const WINDOW_MS = 60_000;

/**
 * A throttler guard over one of the throttlers. Counters are shared by all routes, and the headers tell the limit and
 * what remains of it, but not when the window ends.
 */
@Injectable()
export abstract class FixedWindowGuard extends ThrottlerGuard {
  protected abstract readonly throttlerName: ThrottlerName;
  /** Separates this guard's counters from those of the guards that track the same thing. */
  protected abstract readonly budget: string;
  /** Whether answers tell the caller about this limit. */
  protected readonly setsHeaders: boolean = true;
  private throttler!: ThrottlerOptions;

  /** What has the limit: an address, a key. */
  protected abstract trackerOf(request: Request): string;
  /** What a request beyond the limit is refused with. */
  protected abstract refusal(retryAfterSeconds: number): Error;

  override async onModuleInit(): Promise<void> {
    await super.onModuleInit();
    this.throttlers = this.throttlers.filter(({ name }) => name === this.throttlerName);
    const [throttler] = this.throttlers;
    if (!throttler) throw new Error(`no throttler is named ${this.throttlerName}`);
    this.throttler = { ...throttler, setHeaders: this.setsHeaders };
  }

  /** The base class looks for the throttler's decorators on each request; none of our routes has any. */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const { throttler } = this;
    return this.handleRequest({
      context,
      throttler,
      limit: typeof throttler.limit === 'function' ? await throttler.limit(context) : throttler.limit,
      ttl: WINDOW_MS,
      blockDuration: WINDOW_MS,
      getTracker: this.trackerOfRequest,
      generateKey: this.keyOfCounter,
    });
  }

  protected override setResponseHeader(response: Response, name: string, value: string | number): void {
    if (/^X-RateLimit-(Limit|Remaining)/.test(name)) response.setHeader(name, value);
  }

  protected override throwThrottlingException(_context: ExecutionContext, detail: ThrottlerLimitDetail): Promise<void> {
    return Promise.reject(this.refusal(detail.timeToBlockExpire));
  }

  private readonly trackerOfRequest = (request: object) => this.trackerOf(request as Request);
  private readonly keyOfCounter = (_context: ExecutionContext, tracker: string) => `${this.budget}:${tracker}`;
}
