import { Injectable, type ExecutionContext } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerOptions } from '@nestjs/throttler';
import type { Request, Response } from 'express';

/** The throttlers of this API. Header names end in the throttler's name; `default` means no suffix. */
export type ThrottlerName = 'IP' | 'default' | 'panel';

/** The window of every request limit. Rules 1.7 and 1.8. */
export const WINDOW_MS = 60_000;

/**
 * A throttler guard over one of the throttlers. Counters are shared by all routes, and the headers report the limit and
 * what remains of it, but not when the window ends.
 */
@Injectable()
export abstract class FixedWindowGuard extends ThrottlerGuard {
  protected abstract readonly throttlerName: ThrottlerName;
  /** Separates this guard's counters from those of the guards that track the same thing. */
  protected abstract readonly budget: string;
  /** Whether responses tell the caller about this limit. */
  protected readonly setsHeaders: boolean = true;
  private limit!: ThrottlerOptions['limit'];

  /** What the limit applies to: an address, a key. */
  protected abstract trackerOf(request: Request): string;
  /** The error for a request beyond the limit. */
  protected abstract rejection(retryAfterSeconds: number): Error;

  /** The module's options name every throttler; the base class would apply each of them. */
  override async onModuleInit(): Promise<void> {
    await super.onModuleInit();
    const throttler = this.throttlers.find(({ name }) => name === this.throttlerName);
    if (!throttler) throw new Error(`no throttler is named ${this.throttlerName}`);
    this.limit = throttler.limit;
  }

  /**
   * Limits belong to a purpose here and not to a route. The base class would first look for six decorators of the
   * handler and its class, and two limits of a read would take a tenth of its CPU time for that.
   */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const limit = typeof this.limit === 'function' ? await this.limit(context) : this.limit;
    const counter = `${this.budget}:${this.trackerOf(http.getRequest<Request>())}`;
    const { totalHits, isBlocked, timeToBlockExpire } = await this.storageService.increment(
      counter,
      WINDOW_MS,
      limit,
      WINDOW_MS,
      this.throttlerName,
    );
    if (isBlocked) throw this.rejection(timeToBlockExpire);
    if (this.setsHeaders) {
      const response = http.getResponse<Response>();
      const suffix = this.throttlerName === 'default' ? '' : `-${this.throttlerName}`;
      response.setHeader(`X-RateLimit-Limit${suffix}`, limit);
      response.setHeader(`X-RateLimit-Remaining${suffix}`, Math.max(0, limit - totalHits));
    }
    return true;
  }
}
