import { ConfirmationRequiredError } from '@app/accounts';
import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { panelCallerOf, type PanelRequest } from './panel-request';

export const FRESH_SESSION = 'fresh-session';

/** An operation that a stolen session must not do: its user has signed in, or confirmed with the password, just before. */
export const RequireFreshSession = () => SetMetadata(FRESH_SESSION, true);

/** Rejects a session that is not fresh, where one is required. Throws `ConfirmationRequiredError`. */
@Injectable()
export class FreshSessionGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): true {
    if (!this.reflector.get<true | undefined>(FRESH_SESSION, context.getHandler())) return true;
    const { session } = panelCallerOf(context.switchToHttp().getRequest<PanelRequest>());
    if (session.isFresh) return true;
    throw new ConfirmationRequiredError();
  }
}
