import { grants, PermissionDeniedError, type PanelPermission } from '@app/accounts';
import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { panelCallerOf, type PanelRequest } from './panel-request';

export const PANEL_PERMISSIONS = 'panel-permissions';

/**
 * The permission that a user needs for this operation, or for all operations of a controller; one of several is enough.
 * Operations without one are open to every user of the account.
 */
export const RequirePanelPermission = (...anyOf: PanelPermission[]) => SetMetadata(PANEL_PERMISSIONS, anyOf);

/** Rejects a user who lacks the operation's permission. Throws `PermissionDeniedError`. */
@Injectable()
export class PanelPermissionGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): true {
    const places = [context.getHandler(), context.getClass()];
    const anyOf = this.reflector.getAllAndOverride<readonly string[] | undefined>(PANEL_PERMISSIONS, places);
    if (!anyOf) return true;
    const { user } = panelCallerOf(context.switchToHttp().getRequest<PanelRequest>());
    if (anyOf.some((needed) => grants(user.permissions, needed))) return true;
    throw new PermissionDeniedError(anyOf);
  }
}
