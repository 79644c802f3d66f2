import { CONFIG, type Config } from '@app/platform';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ThrottlerStorage } from '@nestjs/throttler';
import type { Request } from 'express';
import { RateLimitExceeded } from '../http/layer-error';
import { limitedAddress } from '../http/client-address';
import { WINDOW_MS } from './fixed-window.guard';

/**
 * Counts requests that carry no valid credential, over all surfaces outside of `/v1` together, per network address. A
 * request with a valid credential is neither counted nor refused, however much its address has used up.
 */
@Injectable()
export class AnonymousLimit {
  private readonly counted = new WeakSet<Request>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(ThrottlerStorage) private readonly storage: ThrottlerStorage,
  ) {}

  /** Counts a request once, however often it is called for it. Rejects with `RateLimitExceeded` beyond the limit. */
  async count(request: Request): Promise<void> {
    if (this.counted.has(request)) return;
    this.counted.add(request);
    const counter = `anonymous:${limitedAddress(request.ip)}`;
    const { anonymousRateLimit: limit } = this.config;
    const { isBlocked, timeToBlockExpire } = await this.storage.increment(
      counter,
      WINDOW_MS,
      limit,
      WINDOW_MS,
      'anonymous',
    );
    if (isBlocked) throw RateLimitExceeded.ofAddress(timeToBlockExpire);
  }
}

/** The limit of routes that need no credential. The others count their refusals in `AnonymousRefusalsFilter`. */
@Injectable()
export class AnonymousLimitGuard implements CanActivate {
  constructor(private readonly limit: AnonymousLimit) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    await this.limit.count(context.switchToHttp().getRequest<Request>());
    return true;
  }
}
