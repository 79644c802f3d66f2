import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { readBodyText } from '../http/body-text';
import { MAX_BODY_BYTES, parseJsonObject, readJsonBody } from '../http/json-body';

/**
 * JSON, or the form of the checkout page's button. `curl -d '{…}'` also declares a form but sends JSON, so the first
 * character of a declared form decides.
 */
@Injectable()
export class LenientBodyGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    if (!request.is('application/x-www-form-urlencoded')) {
      await readJsonBody(request, response);
      return true;
    }
    const body = (await readBodyText(request, response, MAX_BODY_BYTES)).trim();
    request.body = body.startsWith('{') ? parseJsonObject(body) : Object.fromEntries(new URLSearchParams(body));
    response.locals['sentByForm'] = !body.startsWith('{');
    return true;
  }
}

/** Whether the checkout page's button sent it, so that its browser returns to the page. */
export function isSentByForm(response: Response): boolean {
  return response.locals['sentByForm'] === true;
}
