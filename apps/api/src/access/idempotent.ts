import type { IdempotencyClaim, IdempotentResponse } from '@app/kernel';
import {
  applyDecorators,
  createParamDecorator,
  SetMetadata,
  UseInterceptors,
  type ExecutionContext,
} from '@nestjs/common';
import { documentationOf } from '../http/documentation';
import { envelope } from '../http/envelope';
import type { AuthenticatedRequest } from './caller';
import { IdempotencyInterceptor } from './idempotency.interceptor';

/** Metadata of operations that can be called under an `Idempotency-Key`. */
export const IDEMPOTENT = 'idempotent';

/** An operation that creates an object: a repeated call with the same `Idempotency-Key` gets the first response. */
export const Idempotent = () => applyDecorators(SetMetadata(IDEMPOTENT, true), UseInterceptors(IdempotencyInterceptor));

/** The claim of a call's `Idempotency-Key`, and the message of the operation, which is kept with its result. */
export interface OperationClaim extends IdempotencyClaim {
  readonly message: string;
}

/** Injects the claim of the call's `Idempotency-Key`; undefined for a call without one. */
export const Claim = createParamDecorator((_: unknown, context: ExecutionContext): OperationClaim | undefined => {
  const { idempotencyClaim } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  return idempotencyClaim && { ...idempotencyClaim, message: documentationOf(context.getHandler()).message };
});

/**
 * What a use case needs to keep the response; undefined for a call without a key. `present` returns what the operation
 * returns, without secrets.
 */
export function responseFor<T>(
  claim: OperationClaim | undefined,
  present: (created: T) => unknown,
): IdempotentResponse<T> | undefined {
  return claim && { claim, present: (created) => envelope(claim.message, present(created)) };
}
