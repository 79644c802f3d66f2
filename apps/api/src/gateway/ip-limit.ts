import { CONFIG, RateLimitStore, type Config } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { IpLimitExceeded } from '../http/layer-error';
import { limitedAddress } from './client-address';
import { takeFrom } from './window';

/** One budget a minute for everybody behind one address, counted before authentication, anonymous requests too. */
@Injectable()
export class IpLimit {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly store: RateLimitStore,
  ) {}

  /** The external API's budget, with its two headers. Throws `IpLimitExceeded`. */
  check(request: Request, response: Response): void | Promise<void> {
    return this.take('ip', request, (remaining) => {
      response.setHeader('X-RateLimit-Limit-IP', this.config.ipRateLimit);
      response.setHeader('X-RateLimit-Remaining-IP', remaining);
    });
  }

  /** Counts against the named budget, which has the same size for every surface. Throws `IpLimitExceeded`. */
  take(budget: string, request: Request, accept?: (remaining: number) => void): void | Promise<void> {
    const key = `${budget}:${limitedAddress(request.ip)}`;
    return takeFrom(this.store, key, this.config.ipRateLimit, (remaining, retryAfter) => {
      if (remaining < 0) throw new IpLimitExceeded(retryAfter);
      accept?.(remaining);
    });
  }
}
