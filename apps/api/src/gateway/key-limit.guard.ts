import { RateLimitStore } from '@app/platform';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { LayerError } from '../errors/layer-error';
import { WINDOW_MS } from './ip-limit.guard';
import { callerOf, type ExternalRequest } from './request';

/** The key's own budget a minute. */
@Injectable()
export class KeyLimitGuard implements CanActivate {
  constructor(private readonly store: RateLimitStore) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const { key } = callerOf(http.getRequest<ExternalRequest>());
    const { count, remainingMs } = await this.store.hit(`key:${key.id}`, WINDOW_MS);
    if (count > key.rateLimit) throw LayerError.keyLimitExceeded(Math.max(1, Math.ceil(remainingMs / 1_000)));
    const response = http.getResponse<Response>();
    response.setHeader('X-RateLimit-Limit', key.rateLimit);
    response.setHeader('X-RateLimit-Remaining', key.rateLimit - count);
    return true;
  }
}
