import { allowsOrigin } from '@app/accounts';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { LayerError } from '../errors/layer-error';
import { callerOf, type ExternalRequest } from './request';

/** Refuses requests from outside the key's allowed origins, when it has any. */
@Injectable()
export class OriginGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ExternalRequest>();
    if (!allowsOrigin(callerOf(request).key.allowedOrigins, request.headers.origin)) throw LayerError.originNotAllowed();
    return true;
  }
}
