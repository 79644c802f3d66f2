import { ValidationError } from '@app/kernel';
import { IdempotentCalls } from '@app/platform';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { Success } from '../http/envelope';
import { idempotencyOwnerOf, type AuthenticatedRequest } from './caller';

/**
 * Claims the `Idempotency-Key` of a creating call, if it has one. A repeated call gets the kept response with
 * `Idempotency-Replayed: true` and goes no further. The use case keeps the response of a success; a failure releases the
 * claim, so that the same key can be tried again.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(private readonly calls: IdempotentCalls) {}

  /** Throws `ValidationError`, `IdempotencyKeyReusedError` or `IdempotencyInProgressError`. */
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<AuthenticatedRequest>();
    const key = keyOf(request);
    if (key === undefined) return next.handle();
    const scope = { caller: idempotencyOwnerOf(request), path: pathOf(request) };
    const { response, isReplay } = await this.calls.run(scope, key, request.body, (claim) => {
      request.idempotencyClaim = claim;
      return lastValueFrom(next.handle());
    });
    if (!isReplay) return of(response);
    http.getResponse<Response>().setHeader('Idempotency-Replayed', 'true');
    const { message, data } = response as Success<unknown>;
    return of(new Success(message, data));
  }
}

/** The router ignores case and a trailing slash: such a path is the same call. */
function pathOf({ path }: AuthenticatedRequest): string {
  return path.toLowerCase().replace(/\/$/, '');
}

function keyOf(request: AuthenticatedRequest): string | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || header.length < 1 || header.length > 255) {
    throw ValidationError.of('Idempotency-Key', 'The Idempotency-Key must have 1 to 255 characters.');
  }
  // Node joins repeated headers. A client that adds another header at each attempt would have another key each time.
  if (header.includes(',') && (request.headersDistinct['idempotency-key']?.length ?? 1) > 1) {
    throw ValidationError.of('Idempotency-Key', 'The Idempotency-Key must be sent once.');
  }
  return header;
}
