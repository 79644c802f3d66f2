import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { PanelAuthentication } from './panel-authentication';
import type { PanelRequest } from './panel-request';

/** Rejects a request without a session. Throws `UnauthenticatedError` and `CrossOriginError`. */
@Injectable()
export class PanelSessionGuard implements CanActivate {
  constructor(private readonly authentication: PanelAuthentication) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    await this.authentication.authenticate(context.switchToHttp().getRequest<PanelRequest>());
    return true;
  }
}
