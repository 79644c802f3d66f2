import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { Idempotent } from '../access/idempotent';
import { LinkPreconditionsInterceptor } from './link-preconditions.interceptor';

/** An operation that creates a link. A repeated call gets its response before the preconditions are checked, and these are checked before the body. */
export const CreatesLink = () => applyDecorators(Idempotent(), UseInterceptors(LinkPreconditionsInterceptor));

/** Why a link of either kind is not created. */
export const CREATION_CODES = [
  'KYC_VERIFICATION_REQUIRED',
  'KYB_VERIFICATION_REQUIRED',
  'BUSINESS_PAYMENT_LINK_MINIMUM_AMOUNT',
  'BUSINESS_TENANT_PAUSED',
  'USD_ACCOUNT_NOT_ENABLED',
  'WALLET_NOT_FOUND',
  'EXCHANGE_RATE_UNAVAILABLE',
] as const;
