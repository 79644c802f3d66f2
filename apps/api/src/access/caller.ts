import type { Account } from '@app/accounts';
import type { IdempotencyClaim } from '@app/kernel';
import { callerOf, type ExternalRequest } from './external-request';
import type { PanelRequest } from './panel-request';

/** A request to either API, behind its guards. */
export interface AuthenticatedRequest extends ExternalRequest, PanelRequest {
  /** The claim of the call's `Idempotency-Key`, if it has one. */
  idempotencyClaim?: IdempotencyClaim;
}

/** The account that the caller belongs to. */
export function accountOf(request: AuthenticatedRequest): Account {
  return request.panelCaller ? request.panelCaller.user.account : callerOf(request).account;
}

/**
 * What an `Idempotency-Key` belongs to: the user behind the panel session or the API key. An API key without a user can
 * create webhook endpoints, which belong to the account: so do its idempotency keys.
 */
export function idempotencyOwnerOf(request: AuthenticatedRequest): string {
  if (request.panelCaller) return request.panelCaller.user.id;
  const { account, key } = callerOf(request);
  return key.userId ?? account.id;
}
