import { DomainError } from '@app/kernel';
import { Log } from '@app/platform';
import { Catch, type ArgumentsHost } from '@nestjs/common';
import type { Response } from 'express';
import { ApiExceptionFilter, refusedInTransport } from '../http/exception.filter';
import { AnonymousLimit } from './anonymous-limit';
import type { AuthenticatedRequest } from './caller';
import { UnknownAddresses } from './unknown-addresses';

/** What a request is refused with because its credential is missing or wrong, or because nothing is there. */
const REFUSALS: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'INVALID_SIGNATURE', 'RESOURCE_NOT_FOUND']);

/**
 * The filter of all surfaces. It counts refusals of requests without a valid credential: failed sessions, bad
 * signatures, unknown addresses, bodies that were refused unread. Requests to `/v1` have their own limit.
 */
@Catch()
export class AnonymousRefusalsFilter extends ApiExceptionFilter {
  constructor(
    log: Log,
    private readonly limit: AnonymousLimit,
    private readonly addresses: UnknownAddresses,
  ) {
    super(log.child('http'));
  }

  override catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<AuthenticatedRequest>();
    if (!isAnonymousRefusal(error, request)) return super.catch(error, host);
    this.limit.count(request).then(
      () => this.respond(error, host),
      (limited: unknown) => this.respond(limited, host),
    );
  }

  private respond(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<AuthenticatedRequest>(), http.getResponse<Response>()];
    if (!this.addresses.respond(error, request, response)) super.catch(error, host);
  }
}

function isAnonymousRefusal(error: unknown, { path, caller, panelCaller }: AuthenticatedRequest): boolean {
  if (caller || panelCaller || path === '/v1' || path.startsWith('/v1/')) return false;
  return error instanceof DomainError ? REFUSALS.has(error.code) : refusedInTransport(error);
}
