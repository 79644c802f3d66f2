import { isUuid, newId } from '@app/kernel';
import type { Config, Log, Metrics } from '@app/platform';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { ApiExceptionFilter } from './exception.filter';

const SANE_REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;
const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What answers of an API need (OWASP REST security); pages set a content security policy of their own. */
const SECURITY_HEADERS = new Map([
  ['Cache-Control', 'no-store'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
  ['X-Content-Type-Options', 'nosniff'],
]);

/** Everything between the socket and the routes, in the order in which a request passes it. */
export function configureHttp(app: NestExpressApplication, config: Config, log: Log, metrics: Metrics): void {
  const express = app.getHttpAdapter().getInstance();
  express.disable('x-powered-by');
  // Every answer is made for one caller; hashing each for a 304 would be work for nobody.
  express.disable('etag');
  express.set('trust proxy', config.trustProxy);
  // Query strings carry flat text only; the extended parser builds objects out of what a stranger sends.
  express.set('query parser', 'simple');
  express.response.json = sendJson;
  // An id that is no UUID is a route that does not match: decided before any limit, key or body is looked at.
  express.param('id', (request: Request, _response: Response, next: NextFunction, value: string) => {
    if (!isUuid(value)) return next('route');
    // Digits in upper case name the same thing, and whatever is done or told with an id goes by its text.
    request.params['id'] = value.toLowerCase();
    next();
  });
  app.use(observe(log.child('http'), metrics));
  app.useGlobalFilters(new ApiExceptionFilter(log.child('http')));
}

/** Express's own looks for options, etags and fresh copies that this API never has; every answer would pay for it. */
function sendJson(this: Response, body: unknown): Response {
  const text = JSON.stringify(body);
  this.setHeader('Content-Type', 'application/json; charset=utf-8');
  this.setHeader('Content-Length', Buffer.byteLength(text));
  this.end(this.req.method === 'HEAD' ? undefined : text);
  return this;
}

/** Gives the request its id and its answer the common headers; logs and measures it when it has been answered. */
function observe(log: Log, metrics: Metrics) {
  const seconds = metrics.histogram('http_request_seconds', 'Time to answer', ['method', 'status'], LATENCY_BUCKETS);
  return (request: Request, response: Response, next: NextFunction): void => {
    const startedAt = performance.now();
    const given = request.headers['x-request-id'];
    const requestId = typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : newId();
    response.setHeader('X-Request-Id', requestId);
    response.setHeaders(SECURITY_HEADERS);
    response.once('close', () => {
      const ms = performance.now() - startedAt;
      const { method } = request;
      const status = response.statusCode;
      seconds.observe({ method, status }, ms / 1_000);
      // The path without its query, which may carry an e-mail address.
      const path = request.originalUrl.split('?', 1)[0];
      log.info({ request_id: requestId, method, path, status, ms: Math.round(ms * 10) / 10 }, 'request');
    });
    next();
  };
}
