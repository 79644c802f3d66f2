import type { Account, Actor, ApiKey } from '@app/accounts';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { originOf } from './panel-request';

/** The verified key behind a request to the external API, and its account. */
export interface Caller {
  account: Account;
  key: ApiKey;
}

export interface ExternalRequest extends Request {
  caller?: Caller;
}

/** The caller that the API key guard has found. Throws on a route without that guard. */
export function callerOf(request: ExternalRequest): Caller {
  if (!request.caller) throw new Error('this route is not behind the API key guard');
  return request.caller;
}

/** The user that the key acts for. */
export function keyUserOf({ key }: Caller): string {
  if (key.userId === null) throw new Error('this route is not behind the key record guard');
  return key.userId;
}

/** Injects the `Caller` into a controller's method. */
export const CallerParam = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  callerOf(context.switchToHttp().getRequest<ExternalRequest>()),
);

/** Injects the key as an actor of the audit log. */
export const KeyActorParam = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const request = context.switchToHttp().getRequest<ExternalRequest>();
  return { type: 'api_key', name: callerOf(request).key.id, ...originOf(request) };
});
