import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { raw, type Request, type Response } from 'express';

const read = raw({ limit: '100kb', type: () => true });

/** Keeps the exact bytes: a signature covers them, and no parsed copy would reproduce them. */
@Injectable()
export class RawBodyGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    await new Promise<void>((resolve, reject) => {
      read(request, http.getResponse<Response>(), (error?: unknown) => {
        if (error === undefined) resolve();
        else reject(error as Error);
      });
    });
    if (!Buffer.isBuffer(request.body)) request.body = Buffer.alloc(0);
    return true;
  }
}
