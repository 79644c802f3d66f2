import { grants } from '@app/accounts';
import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { LayerError } from '../http/layer-error';
import { callerOf, type ExternalRequest } from './external-request';

export const PERMISSION = 'permission';

/** The permission that a key needs for this operation; operations without one are open to every active key. */
export const RequirePermission = (permission: string) => SetMetadata(PERMISSION, permission);

/** Rejects a key that lacks the operation's permission. */
@Injectable()
export class PermissionGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): true {
    const needed = this.reflector.get<string | undefined>(PERMISSION, context.getHandler());
    if (needed === undefined) return true;
    const { key } = callerOf(context.switchToHttp().getRequest<ExternalRequest>());
    if (grants(key.permissions, needed)) return true;
    throw LayerError.insufficientScope(needed);
  }
}
