import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { IpLimit } from './ip-limit';
import { readJsonBody } from '../http/json-body';

/** Nobody is signed in yet, so sign-ins are limited for each network address, before their body is read. */
@Injectable()
export class SignInGuard implements CanActivate {
  constructor(private readonly ipLimit: IpLimit) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    await this.ipLimit.take('panel-login', request);
    await readJsonBody(request, http.getResponse<Response>());
    return true;
  }
}
