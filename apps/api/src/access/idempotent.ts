import type { IdempotencyClaim, IdempotentAnswer } from '@app/kernel';
import {
  applyDecorators,
  createParamDecorator,
  SetMetadata,
  UseInterceptors,
  type ExecutionContext,
} from '@nestjs/common';
import type { AuthenticatedRequest } from './caller';
import { IdempotencyInterceptor } from './idempotency.interceptor';

/** Metadata of operations that can be called under an `Idempotency-Key`. */
export const IDEMPOTENT = 'idempotent';

/** An operation that creates: a repeated call with the same `Idempotency-Key` gets the first one's answer. */
export const Idempotent = () => applyDecorators(SetMetadata(IDEMPOTENT, true), UseInterceptors(IdempotencyInterceptor));

/** Injects the claim of the call's `Idempotency-Key`; undefined for a call without one. */
export const Claim = createParamDecorator(
  (_: unknown, context: ExecutionContext): IdempotencyClaim | undefined =>
    context.switchToHttp().getRequest<AuthenticatedRequest>().idempotencyClaim,
);

/** What a use case needs to keep the answer; undefined for a call without a key. `present` leaves secrets out. */
export function answerFor<T>(
  claim: IdempotencyClaim | undefined,
  present: (created: T) => unknown,
): IdempotentAnswer<T> | undefined {
  return claim && { claim, present };
}
