import { RateLimitStore } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { LayerError } from '../http/layer-error';
import { callerOf, type ExternalRequest } from './request';
import { takeFrom } from './window';

/** The key's own budget a minute. */
@Injectable()
export class KeyLimit {
  constructor(private readonly store: RateLimitStore) {}

  /** Throws a `LayerError`. */
  check(request: ExternalRequest, response: Response): void | Promise<void> {
    const { key } = callerOf(request);
    return takeFrom(this.store, `key:${key.id}`, key.rateLimit, (remaining, retryAfter) => {
      if (remaining < 0) throw LayerError.keyLimitExceeded(retryAfter);
      response.setHeader('X-RateLimit-Limit', key.rateLimit);
      response.setHeader('X-RateLimit-Remaining', remaining);
    });
  }
}
