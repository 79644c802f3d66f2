import { CONFIG, RateLimitStore, type Config } from '@app/platform';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { IpLimitExceeded } from '../errors/layer-error';
import { limitedAddress } from './client-address';

export const WINDOW_MS = 60_000;

/** One budget a minute for everybody behind one address, counted before authentication, anonymous requests too. */
@Injectable()
export class IpLimitGuard implements CanActivate {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly store: RateLimitStore,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const limit = this.config.ipRateLimit;
    const { count, remainingMs } = await this.store.hit(`ip:${limitedAddress(http.getRequest<Request>().ip)}`, WINDOW_MS);
    if (count > limit) throw new IpLimitExceeded(Math.max(1, Math.ceil(remainingMs / 1_000)));
    const response = http.getResponse<Response>();
    response.setHeader('X-RateLimit-Limit-IP', limit);
    response.setHeader('X-RateLimit-Remaining-IP', limit - count);
    return true;
  }
}
