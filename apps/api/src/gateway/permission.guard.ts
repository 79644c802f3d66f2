import { grants } from '@app/accounts';
import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { LayerError } from '../errors/layer-error';
import { callerOf, type ExternalRequest } from './request';

const PERMISSION = 'permission';

/** The permission that a key needs for this operation; operations without one are open to every active key. */
export const RequirePermission = (permission: string) => SetMetadata(PERMISSION, permission);

@Injectable()
export class PermissionGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const needed = this.reflector.get<string | undefined>(PERMISSION, context.getHandler());
    const { key } = callerOf(context.switchToHttp().getRequest<ExternalRequest>());
    if (needed !== undefined && !grants(key.permissions, needed)) throw LayerError.insufficientScope(needed);
    return true;
  }
}
