import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { urlencoded, type Request, type Response } from 'express';
import { JsonBodyGuard } from '../gateway/json-body.guard';

const form = urlencoded({ extended: false, limit: '10kb' });

/** JSON, or the form of the checkout page's button. */
@Injectable()
export class LenientBodyGuard extends JsonBodyGuard implements CanActivate {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (!request.is('application/x-www-form-urlencoded')) return super.canActivate(context);
    await new Promise<void>((resolve, reject) => {
      form(request, http.getResponse<Response>(), (error?: unknown) => {
        if (error === undefined) resolve();
        else reject(error as Error);
      });
    });
    request.body = { ...(request.body as object) };
    return true;
  }
}
