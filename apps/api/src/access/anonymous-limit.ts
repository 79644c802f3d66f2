import { CONFIG, type Config } from '@app/platform';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import type { Request } from 'express';
import { RateLimitExceeded } from '../http/layer-error';
import { limitedAddress } from '../http/client-address';
import { WINDOW_MS } from './fixed-window.guard';

/** A waiting page polls a few times a minute, and is loaded far less often. */
const POLLS_PER_REQUEST = 4;
/** Addresses of which this process remembers that they have used up the limit. */
const MOST_ADDRESSES = 10_000;

/**
 * Counts requests that carry no valid credential, over all surfaces outside of `/v1` together, per network address. A
 * request with a valid credential is neither counted nor rejected, however much its address has used up.
 */
@Injectable()
export class AnonymousLimit {
  private readonly counted = new WeakSet<Request>();
  /** Addresses that have used up their limit, with the time until which they have. */
  private readonly usedUp = new Map<string, number>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(ThrottlerStorage) private readonly storage: ThrottlerStorage,
  ) {}

  /** Counts each request once, even if several guards call it. Rejects with `RateLimitExceeded` beyond the limit. */
  count(request: Request): Promise<void> {
    return this.take(request, 'anonymous', this.config.anonymousRateLimit);
  }

  /** The same for polls of pages that wait, which have a budget of their own: many payers may share an address. */
  countPoll(request: Request): Promise<void> {
    return this.take(request, 'polls', POLLS_PER_REQUEST * this.config.anonymousRateLimit);
  }

  private async take(request: Request, budget: 'anonymous' | 'polls', limit: number): Promise<void> {
    if (this.counted.has(request)) return;
    this.counted.add(request);
    const address = limitedAddress(request.ip);
    const { isBlocked, timeToBlockExpire, timeToExpire, totalHits } = await this.storage.increment(
      `${budget}:${address}`,
      WINDOW_MS,
      limit,
      WINDOW_MS,
      budget,
    );
    if (budget === 'anonymous' && totalHits >= limit) {
      this.remember(address, isBlocked ? timeToBlockExpire : timeToExpire);
    }
    if (isBlocked) throw RateLimitExceeded.ofAddress(timeToBlockExpire);
  }

  /**
   * Rejects a request whose credential is not known to be valid while its address has used up the limit, before the
   * credential costs a query. Throws `RateLimitExceeded`.
   */
  assertLeft(request: Request): void {
    const address = limitedAddress(request.ip);
    const seconds = Math.ceil(((this.usedUp.get(address) ?? 0) - performance.now()) / 1_000);
    if (seconds > 0) throw RateLimitExceeded.ofAddress(seconds);
    this.usedUp.delete(address);
  }

  private remember(address: string, seconds: number): void {
    if (this.usedUp.size >= MOST_ADDRESSES) this.usedUp.delete(this.usedUp.keys().next().value as string);
    this.usedUp.set(address, performance.now() + seconds * 1_000);
  }
}

/** The limit of routes that need no credential. The others count their rejections in `AnonymousRejectionsFilter`. */
@Injectable()
export class AnonymousLimitGuard implements CanActivate {
  constructor(private readonly limit: AnonymousLimit) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    await this.limit.count(context.switchToHttp().getRequest<Request>());
    return true;
  }
}

/** The limit of polls. */
@Injectable()
export class PollLimitGuard implements CanActivate {
  constructor(private readonly limit: AnonymousLimit) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    await this.limit.countPoll(context.switchToHttp().getRequest<Request>());
    return true;
  }
}
