import { IncompleteApiKeyError } from '@app/accounts';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { callerOf, type ExternalRequest } from './external-request';

/** Rejects a key whose record names no user, on operations that act for the user behind the key. */
@Injectable()
export class KeyRecordGuard implements CanActivate {
  canActivate(context: ExecutionContext): true {
    if (callerOf(context.switchToHttp().getRequest<ExternalRequest>()).key.userId !== null) return true;
    throw new IncompleteApiKeyError();
  }
}
