import { Injectable } from '@nestjs/common';
import { RateLimitExceeded } from '../http/layer-error';
import { FixedWindowGuard, type ThrottlerName } from './fixed-window.guard';
import { panelCallerOf, type PanelRequest } from './panel-request';

/** The limit of a panel user, over all sessions and operations together. No header reports it. */
@Injectable()
export class PanelLimitGuard extends FixedWindowGuard {
  protected readonly throttlerName: ThrottlerName = 'panel';
  protected readonly budget = 'panel-user';
  protected override readonly setsHeaders = false;

  protected trackerOf(request: PanelRequest): string {
    return panelCallerOf(request).user.id;
  }

  protected rejection(retryAfterSeconds: number): Error {
    return RateLimitExceeded.ofUser(retryAfterSeconds);
  }
}
