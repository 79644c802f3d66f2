import { DomainError } from '@app/kernel';
import { Log } from '@app/platform';
import { Catch, type ArgumentsHost } from '@nestjs/common';
import type { Response } from 'express';
import { ApiExceptionFilter, rejectedInTransport } from '../http/exception.filter';
import { AnonymousLimit } from './anonymous-limit';
import type { AuthenticatedRequest } from './caller';
import { UnknownAddresses } from './unknown-addresses';

/** Codes of requests that were rejected because the credential is missing or wrong, or nothing is at the address. */
const REJECTIONS: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'INVALID_SIGNATURE', 'RESOURCE_NOT_FOUND']);

/**
 * The filter of all surfaces. It counts rejections of requests without a valid credential: failed sessions, bad
 * signatures, unknown addresses, bodies that were rejected unread. Requests to `/v1` have their own limit.
 */
@Catch()
export class AnonymousRejectionsFilter extends ApiExceptionFilter {
  constructor(
    log: Log,
    private readonly limit: AnonymousLimit,
    private readonly addresses: UnknownAddresses,
  ) {
    super(log.child('http'));
  }

  override catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<AuthenticatedRequest>();
    if (!isAnonymousRejection(error, request)) return super.catch(error, host);
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

function isAnonymousRejection(error: unknown, { path, caller, panelCaller }: AuthenticatedRequest): boolean {
  if (caller || panelCaller || path === '/v1' || path.startsWith('/v1/')) return false;
  return error instanceof DomainError ? REJECTIONS.has(error.code) : rejectedInTransport(error);
}
