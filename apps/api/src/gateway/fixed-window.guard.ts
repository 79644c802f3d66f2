import { Injectable, type ExecutionContext } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerOptions } from '@nestjs/throttler';
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
  private limit!: ThrottlerOptions['limit'];
  private headerSuffix!: string;

  /** What has the limit: an address, a key. */
  protected abstract trackerOf(request: Request): string;
  /** What a request beyond the limit is refused with. */
  protected abstract refusal(retryAfterSeconds: number): Error;

  override async onModuleInit(): Promise<void> {
    await super.onModuleInit();
    const throttler = this.throttlers.find(({ name }) => name === this.throttlerName);
    if (!throttler) throw new Error(`no throttler is named ${this.throttlerName}`);
    this.limit = throttler.limit;
    this.headerSuffix = this.throttlerName === 'default' ? '' : `-${this.throttlerName}`;
  }

  /**
   * Counts the request. The base class would first look for decorators, user agents and skip rules, none of which this API
   * has.
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
    if (isBlocked) throw this.refusal(timeToBlockExpire);
    if (this.setsHeaders) {
      const response = http.getResponse<Response>();
      response.setHeader(`X-RateLimit-Limit${this.headerSuffix}`, limit);
      response.setHeader(`X-RateLimit-Remaining${this.headerSuffix}`, Math.max(0, limit - totalHits));
    }
    return true;
  }
}
