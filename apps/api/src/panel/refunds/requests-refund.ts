import { assertNotPaused } from '@app/accounts';
import {
  applyDecorators,
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Observable } from 'rxjs';
import { accountOf, type AuthenticatedRequest } from '../../access/caller';
import { Idempotent } from '../../access/idempotent';

/** The check before the body of a refund: the account is not paused. Rule 17.5. */
@Injectable()
export class RefundPreconditionsInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    assertNotPaused(accountOf(context.switchToHttp().getRequest<AuthenticatedRequest>()));
    return next.handle();
  }
}

/** An operation that requests a refund. A repeated call gets its response before the preconditions are checked. */
export const RequestsRefund = () => applyDecorators(Idempotent(), UseInterceptors(RefundPreconditionsInterceptor));
