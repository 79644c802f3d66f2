import { isUuid } from '@app/kernel';
import type { Config, Log, Metrics } from '@app/platform';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { observeRequests, type RequestFields } from './request-observer';

/** Everything between the socket and the routes, in the order in which a request passes it. */
export function configureHttp(
  app: NestExpressApplication,
  config: Config,
  log: Log,
  metrics: Metrics,
  fieldsOf: RequestFields,
): void {
  const express = app.getHttpAdapter().getInstance();
  express.disable('x-powered-by');
  // Each response is made for one caller and never cached, so an entity tag would be useless.
  express.disable('etag');
  express.set('trust proxy', config.trustProxy);
  // Query strings carry flat text only; the extended parser builds objects out of them.
  express.set('query parser', 'simple');
  // An id that is not a UUID does not match the route: decided before any limit, key or body.
  express.param('id', (request: Request, _response: Response, next: NextFunction, value: string) => {
    if (!isUuid(value)) return next('route');
    // An id in upper case is the same id.
    request.params['id'] = value.toLowerCase();
    next();
  });
  app.use(observeRequests(log.child('http'), metrics, fieldsOf));
  app.use(ignoreIfNoneMatch);
}

/** No response has an entity tag, but Express would send an empty 304 for `If-None-Match: *`, which matches any. */
function ignoreIfNoneMatch(request: Request, _response: Response, next: NextFunction): void {
  delete request.headers['if-none-match'];
  next();
}
