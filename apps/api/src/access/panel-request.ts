import type { Actor, Caller } from '@app/accounts';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { limitedAddress } from '../http/client-address';
import { requestIdOf } from '../http/request-observer';

/** Who is behind a request to the panel API. */
export type PanelCaller = Caller;

export interface PanelRequest extends Request {
  panelCaller?: PanelCaller;
}

/** The caller that the session guard has found. Throws on a route without that guard. */
export function panelCallerOf(request: PanelRequest): PanelCaller {
  if (!request.panelCaller) throw new Error('this route is not behind the panel guard');
  return request.panelCaller;
}

/** Injects the `PanelCaller` into a controller's method. */
export const PanelCallerParam = createParamDecorator((_: unknown, context: ExecutionContext): PanelCaller =>
  panelCallerOf(context.switchToHttp().getRequest<PanelRequest>()),
);

/** Where a request came from, and the id under which it is in the log. */
export function originOf(request: Request): Pick<Actor, 'fromAddress' | 'network' | 'requestId'> {
  return { fromAddress: request.ip, network: limitedAddress(request.ip), requestId: requestIdOf(request) };
}
