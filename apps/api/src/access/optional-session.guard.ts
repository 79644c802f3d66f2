import { UnauthenticatedError } from '@app/accounts';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { AnonymousLimit } from './anonymous-limit';
import { PanelAuthentication } from './panel-authentication';
import { PanelLimitGuard } from './panel-limit.guard';
import type { PanelRequest } from './panel-request';

/** Reads the session, if there is one. A request without one counts as anonymous. */
@Injectable()
export class OptionalSessionGuard implements CanActivate {
  constructor(
    private readonly authentication: PanelAuthentication,
    private readonly anonymous: AnonymousLimit,
  ) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const request = context.switchToHttp().getRequest<PanelRequest>();
    try {
      await this.authentication.authenticate(request);
    } catch (error) {
      if (!(error instanceof UnauthenticatedError)) throw error;
      delete request.panelCaller;
      await this.anonymous.count(request);
    }
    return true;
  }
}

/** The limit of a panel user, for requests that have one. */
@Injectable()
export class OptionalPanelLimitGuard extends PanelLimitGuard {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const { panelCaller } = context.switchToHttp().getRequest<PanelRequest>();
    return panelCaller === undefined || super.canActivate(context);
  }
}
