import { newId } from '@app/kernel';
import { currentTracer, type Log, type Metrics } from '@app/platform';
import type { NextFunction, Request, Response } from 'express';

const SANE_REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;
const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Logged for a request whose caller left before the whole response was sent. nginx uses this number too. */
const ABORTED = 499;

/** What responses of an API need (OWASP REST security); pages set a content security policy of their own. */
const SECURITY_HEADERS = new Map([
  ['Cache-Control', 'no-store'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
  ['X-Content-Type-Options', 'nosniff'],
]);

/** For requests that no route matched: their paths are whatever their senders chose. */
const NO_ROUTE = 'none';

/** What the log says of a request beside what every line has, such as who sent it. */
export type RequestFields = (request: Request) => Readonly<Record<string, string>>;

/**
 * Gives each request its id and each response the common headers; logs and measures the request once its response is sent,
 * or its caller has left.
 */
export function observeRequests(log: Log, metrics: Metrics, fieldsOf: RequestFields) {
  const labels = ['method', 'route', 'status'];
  const seconds = metrics.histogram('http_request_seconds', 'Time to respond', labels, LATENCY_BUCKETS);
  return (request: Request, response: Response, next: NextFunction): void => {
    const startedAt = performance.now();
    const given = request.headers['x-request-id'];
    const requestId = typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : newId();
    response.setHeader('X-Request-Id', requestId);
    response.setHeaders(SECURITY_HEADERS);
    const span = currentTracer()?.startRequest(requestId);
    response.once('close', () => {
      const ms = performance.now() - startedAt;
      const { method } = request;
      const status = response.writableFinished ? response.statusCode : ABORTED;
      seconds.observe({ method, route: routeOf(request), status }, ms / 1_000);
      // The path without its query, which may carry an e-mail address.
      const path = request.originalUrl.split('?', 1)[0];
      const line = { request_id: requestId, method, path, status, ms: Math.round(ms * 10) / 10 };
      const caller = fieldsOf(request);
      log.info({ ...line, ...caller }, 'request');
      span?.end(
        { 'http.request.method': method, 'http.response.status_code': status, 'url.path': path, ...caller },
        nameOf(request),
      );
    });
    if (span) span.during(next);
    else next();
  };
}

/** The id under which the request is in the log. */
export function requestIdOf(request: Request): string | undefined {
  // The response carries it, and a header may be set as a list.
  const id = request.res?.getHeader('X-Request-Id');
  return typeof id === 'string' ? id : undefined;
}

/** A span's name: `GET /v1/payment-links/:id`. */
function nameOf(request: Request): string {
  return `${request.method} ${routeOf(request)}`;
}

/** As the route is declared, such as `/v1/payment-links/:id`. */
function routeOf({ route }: Request): string {
  const path: unknown = (route as { path?: unknown } | undefined)?.path;
  return typeof path === 'string' ? path : NO_ROUTE;
}
