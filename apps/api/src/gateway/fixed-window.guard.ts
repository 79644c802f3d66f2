import { Injectable } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerRequest } from '@nestjs/throttler';
import type { Request, Response } from 'express';

/** The throttlers of this API. Header names end in the throttler's name; `default` means no suffix. */
export type ThrottlerName = 'IP' | 'default' | 'panel';

/** The window of every request limit. Source: specification, Limits. */
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
  /** Whether answers tell the caller about this limit. */
  protected readonly setsHeaders: boolean = true;

  /** What the limit applies to: an address, a key. */
  protected abstract trackerOf(request: Request): string;
  /** The error for a request beyond the limit. */
  protected abstract refusal(retryAfterSeconds: number): Error;

  /** The module's options name every throttler; the base class would apply each of them. */
  override async onModuleInit(): Promise<void> {
    await super.onModuleInit();
    this.throttlers = this.throttlers.filter(({ name }) => name === this.throttlerName);
    if (this.throttlers.length !== 1) throw new Error(`no throttler is named ${this.throttlerName}`);
  }

  protected override async handleRequest({ context, limit, ttl }: ThrottlerRequest): Promise<boolean> {
    const http = context.switchToHttp();
    const counter = `${this.budget}:${this.trackerOf(http.getRequest<Request>())}`;
    const { totalHits, isBlocked, timeToBlockExpire } = await this.storageService.increment(
      counter,
      ttl,
      limit,
      ttl,
      this.throttlerName,
    );
    if (isBlocked) throw this.refusal(timeToBlockExpire);
    if (this.setsHeaders) {
      const response = http.getResponse<Response>();
      const suffix = this.throttlerName === 'default' ? '' : `-${this.throttlerName}`;
      response.setHeader(`X-RateLimit-Limit${suffix}`, limit);
      response.setHeader(`X-RateLimit-Remaining${suffix}`, Math.max(0, limit - totalHits));
    }
    return true;
  }
}
