import { assertNotPaused, type Account } from '@app/accounts';
import { applyDecorators, Injectable, UseInterceptors } from '@nestjs/common';
import { Idempotent } from '../../access/idempotent';
import { PreconditionsInterceptor } from '../../access/preconditions.interceptor';

/** The check before the body of a refund: the account is not paused. Rule 17.5. */
@Injectable()
export class RefundPreconditionsInterceptor extends PreconditionsInterceptor {
  protected check(account: Account): void {
    assertNotPaused(account);
  }
}

/** An operation that requests a refund. A repeated call gets its response before the preconditions are checked. */
export const RequestsRefund = () => applyDecorators(Idempotent(), UseInterceptors(RefundPreconditionsInterceptor));
