import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { RateLimitExceeded } from '../http/layer-error';
import { limitedAddress } from '../http/client-address';
import { FixedWindowGuard, type ThrottlerName } from './fixed-window.guard';

/** The per-IP limit of the external API. It counts before authentication, so anonymous requests count too. */
@Injectable()
export class IpLimitGuard extends FixedWindowGuard {
  protected readonly throttlerName: ThrottlerName = 'IP';
  protected readonly budget: string = 'ip';

  protected trackerOf(request: Request): string {
    return limitedAddress(request.ip);
  }

  protected rejection(retryAfterSeconds: number): Error {
    return RateLimitExceeded.ofAddress(retryAfterSeconds);
  }
}
