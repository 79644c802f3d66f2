import { CONFIG, RateLimitStore, type Config } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { IpLimitExceeded } from '../errors/layer-error';
import { limitedAddress } from './client-address';
import { takeFrom } from './window';

/** One budget a minute for everybody behind one address, counted before authentication, anonymous requests too. */
@Injectable()
export class IpLimit {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly store: RateLimitStore,
  ) {}

  /** Throws `IpLimitExceeded`. */
  check(request: Request, response: Response): void | Promise<void> {
    const limit = this.config.ipRateLimit;
    return takeFrom(this.store, `ip:${limitedAddress(request.ip)}`, limit, (remaining, retryAfter) => {
      if (remaining < 0) throw new IpLimitExceeded(retryAfter);
      response.setHeader('X-RateLimit-Limit-IP', limit);
      response.setHeader('X-RateLimit-Remaining-IP', remaining);
    });
  }
}
