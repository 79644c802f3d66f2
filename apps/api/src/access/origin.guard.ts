import { allowsOrigin } from '@app/accounts';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { LayerError } from '../http/layer-error';
import { callerOf, type ExternalRequest } from './external-request';

/** Rejects an origin that the API key does not allow. */
@Injectable()
export class OriginGuard implements CanActivate {
  canActivate(context: ExecutionContext): true {
    const request = context.switchToHttp().getRequest<ExternalRequest>();
    if (allowsOrigin(callerOf(request).key.allowedOrigins, request.headers.origin)) return true;
    throw LayerError.originNotAllowed();
  }
}
