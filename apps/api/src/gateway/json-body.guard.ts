import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { readJsonBody } from '../http/json-body';
import { TAKES_BODY } from './takes-body';

const WITHOUT_BODY = new Set(['GET', 'HEAD', 'DELETE']);

/**
 * Reads the JSON body. It is a guard because it comes after authentication: a request without a key is refused as such,
 * whatever its body contains.
 */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (WITHOUT_BODY.has(request.method) && !this.reflector.get<true | undefined>(TAKES_BODY, context.getHandler())) {
      return true;
    }
    return readJsonBody(request, http.getResponse<Response>()).then(() => true);
  }
}
