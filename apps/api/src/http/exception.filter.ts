import { DomainError } from '@app/kernel';
import { Log } from '@app/platform';
import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { LayerError } from './layer-error';
import { statusOf } from './statuses';

interface HttpResponse {
  status: number;
  body: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
}

const INTERNAL: HttpResponse = {
  status: 500,
  body: { success: false, code: 'SYSTEM_DATABASE_ERROR', message: 'The request failed on our side. Try again.' },
};

/** Turns an error into one of the two envelopes. An unexpected error is logged, and its response reveals nothing of it. */
@Catch()
export class ApiExceptionFilter implements ExceptionFilter {
  /** `unexpected` replaces the response to unexpected errors, for an operation that has its own code for them. */
  constructor(
    private readonly log: Log,
    private readonly unexpected?: DomainError,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const found = responseFor(error);
    const shown = found ?? (this.unexpected ? domainResponse(this.unexpected) : INTERNAL);
    if (!found || shown.status >= 500)
      this.log.error({ request_id: response.getHeader('X-Request-Id'), err: error }, 'request failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response
      .status(shown.status)
      .set(shown.headers ?? {})
      .json(shown.body);
  }
}

/** Undefined for an unexpected error. */
function responseFor(error: unknown): HttpResponse | undefined {
  if (error instanceof LayerError) return { status: error.status, body: error.body };
  if (error instanceof DomainError) return domainResponse(error);
  return transportResponse(error);
}

function domainResponse({ code, message, details }: DomainError): HttpResponse {
  const status = statusOf(code);
  if (status === undefined) return INTERNAL;
  const { retry_after: retryAfter } = details;
  return {
    status,
    ...(retryAfter !== undefined && { headers: { 'Retry-After': String(retryAfter) } }),
    body: { success: false, code, message, ...details },
  };
}

/** Whether Nest, Express or the body parser rejected the request before it reached a controller. */
export function rejectedInTransport(error: unknown): boolean {
  return transportResponse(error) !== undefined;
}

/** The response to a request that Nest, Express or the body parser rejected before it reached a controller. */
function transportResponse(error: unknown): HttpResponse | undefined {
  const status = error instanceof HttpException ? error.getStatus() : (error as { status?: unknown } | null)?.status;
  if (typeof status !== 'number' || status < 400 || status >= 500) return undefined;
  if (status === 413) return ordinary(413, 'PAYLOAD_TOO_LARGE', 'The body is larger than 100 kB.');
  // A route that does not match, or a path that cannot be decoded.
  if (status === 404 || error instanceof URIError || error instanceof HttpException) {
    return ordinary(404, 'RESOURCE_NOT_FOUND', 'There is nothing at this address.');
  }
  return ordinary(422, 'VALIDATION_FAILED', 'The body could not be read.');
}

function ordinary(status: number, code: string, message: string): HttpResponse {
  return { status, body: { success: false, code, message } };
}
