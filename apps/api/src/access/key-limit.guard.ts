import { Injectable, type ExecutionContext } from '@nestjs/common';
import { LayerError } from '../http/layer-error';
import { FixedWindowGuard, type ThrottlerName } from './fixed-window.guard';
import { callerOf, type ExternalRequest } from './external-request';

/** The per-key limit. Its size is the key's own. */
@Injectable()
export class KeyLimitGuard extends FixedWindowGuard {
  protected readonly throttlerName: ThrottlerName = 'default';
  protected readonly budget = 'key';

  protected trackerOf(request: ExternalRequest): string {
    return callerOf(request).key.id;
  }

  protected rejection(retryAfterSeconds: number): Error {
    return LayerError.keyLimitExceeded(retryAfterSeconds);
  }
}

/** Requests a minute that the key of this request may make. */
export function keyRateLimit(context: ExecutionContext): number {
  return callerOf(context.switchToHttp().getRequest<ExternalRequest>()).key.rateLimit;
}
