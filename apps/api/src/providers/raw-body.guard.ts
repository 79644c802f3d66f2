import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { raw, type Request, type Response } from 'express';
import { dropEmptyCoding } from '../http/body-text';
import { parseBody } from '../http/parse-body';

/** A message about a dispute repeats the evidence, which may have 150,000 characters of several bytes each. */
const parser = raw({ limit: '1mb', type: () => true });

/** Keeps the exact bytes: a signature covers them, and no parsed copy would reproduce them. */
@Injectable()
export class RawBodyGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    dropEmptyCoding(request);
    await parseBody(parser, request, http.getResponse<Response>());
    if (!Buffer.isBuffer(request.body)) request.body = Buffer.alloc(0);
    return true;
  }
}
