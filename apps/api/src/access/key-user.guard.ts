import { UserNotFoundError } from '@app/accounts';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { callerOf, type ExternalRequest } from './external-request';

/** Rejects a key whose user no longer exists, on operations that act for the user behind the key. */
@Injectable()
export class KeyUserGuard implements CanActivate {
  canActivate(context: ExecutionContext): true {
    if (callerOf(context.switchToHttp().getRequest<ExternalRequest>()).key.userExists) return true;
    throw new UserNotFoundError();
  }
}
