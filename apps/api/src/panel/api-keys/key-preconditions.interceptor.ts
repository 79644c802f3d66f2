import { assertMayIssueKeys } from '@app/accounts';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { accountOf, type AuthenticatedRequest } from '../../access/caller';

/** Rejects a new API key of an account whose identity is not verified, before the body is validated. */
@Injectable()
export class KeyPreconditionsInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    assertMayIssueKeys(accountOf(context.switchToHttp().getRequest<AuthenticatedRequest>()));
    return next.handle();
  }
}
