import type { Schemas } from '../../api/client';
import type { OrderType } from './order';

type Account = Pick<Schemas['Account'], 'status' | 'kyc_status' | 'kyb_status' | 'email'>;

/** The error code that the API would return for every order because of the state of the account. */
export function obstacleOf(account: Account, type: OrderType): string | undefined {
  if (account.status === 'paused') return 'BUSINESS_TENANT_PAUSED';
  if (account.kyc_status !== 'verified') return 'KYC_VERIFICATION_REQUIRED';
  if (account.kyb_status !== 'verified') return 'KYB_VERIFICATION_REQUIRED';
  return type === 'transfer' && account.email === null ? 'REGISTERED_EMAIL_MISSING' : undefined;
}
