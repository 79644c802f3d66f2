import { allowsOrigin, grants } from '@app/accounts';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { LayerError } from '../http/layer-error';
import { ApiKeyCheck } from './api-key';
import { IpLimit } from './ip-limit';
import { readJsonBody } from '../http/json-body';
import { KeyLimit } from './key-limit';
import { PERMISSION } from './permission';
import { callerOf, type ExternalRequest } from './request';

/**
 * Everything that a request to the external API passes before its controller, in the order that the specification
 * demands (Authentication 10). The route has been matched before, id included. One guard instead of one for each
 * check: the order stands here to be read, and a request whose key is known awaits nothing.
 */
@Injectable()
export class GatewayGuard implements CanActivate {
  constructor(
    private readonly ipLimit: IpLimit,
    private readonly apiKey: ApiKeyCheck,
    private readonly keyLimit: KeyLimit,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<ExternalRequest>();
    const response = http.getResponse<Response>();
    await this.ipLimit.check(request, response);
    await this.apiKey.check(request);
    checkOrigin(request);
    await this.keyLimit.check(request, response);
    checkPermission(request, this.reflector.get<string | undefined>(PERMISSION, context.getHandler()));
    await readJsonBody(request, response);
    return true;
  }
}

function checkOrigin(request: ExternalRequest): void {
  if (!allowsOrigin(callerOf(request).key.allowedOrigins, request.headers.origin)) throw LayerError.originNotAllowed();
}

function checkPermission(request: ExternalRequest, needed: string | undefined): void {
  if (needed !== undefined && !grants(callerOf(request).key.permissions, needed))
    throw LayerError.insufficientScope(needed);
}
