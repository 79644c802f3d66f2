import { ValidationError } from '@app/kernel';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { text, type Request, type Response } from 'express';
import { assertJsonObject, readJsonBody } from '../http/json-body';
import { parseBody } from '../http/parse-body';

const textParser = text({ limit: '100kb', type: () => true });

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
    await parseBody(textParser, request, response);
    const body = typeof request.body === 'string' ? request.body.trim() : '';
    request.body = body.startsWith('{') ? parseJson(body) : Object.fromEntries(new URLSearchParams(body));
    response.locals['sentByForm'] = !body.startsWith('{');
    return true;
  }
}

/** Whether the checkout page's button sent it, so that its browser returns to the page. */
export function isSentByForm(response: Response): boolean {
  return response.locals['sentByForm'] === true;
}

function parseJson(text: string): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new ValidationError('The body is not valid JSON.');
  }
  assertJsonObject(body);
  return body;
}
