import { assertMayMoveMoney } from '@app/accounts';
import {
  applyDecorators,
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Observable } from 'rxjs';
import { accountOf, type AuthenticatedRequest } from '../../gateway/caller';
import { Idempotent } from '../../gateway/idempotent';

/** What comes before the body of an order: paused, KYC, KYB. Source: contract, "Order of checks". */
@Injectable()
export class OutflowPreconditionsInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    assertMayMoveMoney(accountOf(context.switchToHttp().getRequest<AuthenticatedRequest>()));
    return next.handle();
  }
}

/** An operation that orders money out. A repeated call is answered before the preconditions, these before the body. */
export const OrdersOutflow = () => applyDecorators(Idempotent(), UseInterceptors(OutflowPreconditionsInterceptor));

/** Why an outflow is not ordered. */
export const OUTFLOW_CODES = [
  'BUSINESS_TENANT_PAUSED',
  'KYC_VERIFICATION_REQUIRED',
  'KYB_VERIFICATION_REQUIRED',
  'VIRTUAL_WALLET_NOT_FOUND',
  'BANK_ACCOUNT_NOT_FOUND',
  'PAYOUT_ROUTE_UNAVAILABLE',
  'AMOUNT_BELOW_MINIMUM',
  'INSUFFICIENT_AVAILABLE_BALANCE',
  'EXCHANGE_RATE_UNAVAILABLE',
] as const;
