import { PanelSessions, UnauthenticatedError } from '@app/accounts';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { originOf, type PanelRequest } from './panel-request';

/**
 * Authenticates the session and puts its `PanelCaller` on the request. The session is looked up for each request, so
 * that a deleted user loses access at once. Throws `UnauthenticatedError`.
 */
@Injectable()
export class PanelSessionGuard implements CanActivate {
  constructor(private readonly sessions: PanelSessions) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const request = context.switchToHttp().getRequest<PanelRequest>();
    const token = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) throw UnauthenticatedError.noSession();
    const user = await this.sessions.authenticate(token);
    request.panelCaller = { user, token, by: { type: 'user', name: user.id, ...originOf(request) } };
    return true;
  }
}
