import { assertMayMoveMoney, type Account } from '@app/accounts';
import { TransferTerms } from '@app/transfers';
import { applyDecorators, Injectable, UseInterceptors } from '@nestjs/common';
import { Idempotent } from '../../access/idempotent';
import { PreconditionsInterceptor } from '../../access/preconditions.interceptor';

/** The checks before the body of an order: paused, KYC, KYB; for a transfer, its terms. Rule 11.9. */
@Injectable()
export class OutflowPreconditionsInterceptor extends PreconditionsInterceptor {
  constructor(private readonly terms: TransferTerms) {
    super();
  }

  protected async check(account: Account, body: unknown): Promise<void> {
    assertMayMoveMoney(account);
    const { type } = body as { type?: unknown };
    if (type === 'transfer') await this.terms.assertAccepted(account.id);
  }
}

/** An operation that orders money out. A repeated call gets its response before the preconditions are checked, and these are checked before the body. */
export const OrdersOutflow = () => applyDecorators(Idempotent(), UseInterceptors(OutflowPreconditionsInterceptor));

/** Why an outflow is not estimated. */
export const ESTIMATE_CODES = [
  'VIRTUAL_WALLET_NOT_FOUND',
  'BANK_ACCOUNT_NOT_FOUND',
  'BENEFICIARY_NOT_FOUND',
  'BENEFICIARY_INACTIVE',
  'PAYOUT_ROUTE_UNAVAILABLE',
  'EXCHANGE_RATE_UNAVAILABLE',
] as const;

/** Why a payout is not ordered. */
export const OUTFLOW_CODES = [
  'BUSINESS_TENANT_PAUSED',
  'KYC_VERIFICATION_REQUIRED',
  'KYB_VERIFICATION_REQUIRED',
  ...ESTIMATE_CODES,
  'AMOUNT_BELOW_MINIMUM',
  'INSUFFICIENT_AVAILABLE_BALANCE',
] as const;

/** Why a transfer is not started, in addition to those. */
export const TRANSFER_CODES = [
  'TRANSFER_TERMS_NOT_ACCEPTED',
  'REGISTERED_EMAIL_MISSING',
  'TRANSFER_RATE_LIMITED',
] as const;
