import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import type { Request, Response } from 'express';
import { readJsonBody } from '../http/json-body';

type Handler = ReturnType<ExecutionContext['getHandler']>;

/**
 * Reads the JSON body of an operation that takes one, as its `@Body` parameter says; other operations ignore the body. It is a
 * guard because it comes after authentication: a request without a key is rejected for that, whatever its body contains.
 */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  private readonly known = new Map<Handler, boolean>();

  canActivate(context: ExecutionContext): true | Promise<true> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (this.takesBody(context)) return readJsonBody(request, http.getResponse<Response>()).then(() => true);
    request.body = {};
    return true;
  }

  private takesBody(context: ExecutionContext): boolean {
    const handler = context.getHandler();
    const takes = this.known.get(handler) ?? hasBodyParameter(context);
    this.known.set(handler, takes);
    return takes;
  }
}

/** Nest keeps the parameters of a method by their type and place: `3:0` is a body as the first one. */
function hasBodyParameter(context: ExecutionContext): boolean {
  const { name } = context.getHandler();
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), name) as object | undefined;
  return Object.keys(parameters ?? {}).some((key) => key.startsWith(`${RouteParamtypes.BODY}:`));
}
