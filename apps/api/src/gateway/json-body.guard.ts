import { ValidationError } from '@app/kernel';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { json, type Request, type Response } from 'express';

/** Any content type is read as JSON: the API speaks nothing else, and clients forget the header. */
const parse = json({ limit: '100kb', strict: false, type: () => true });

/**
 * Reads the body. A guard, because it has to come after authentication: a request without a key is refused as such
 * whatever its body holds. Throws `ValidationError` unless the body is a JSON object; none at all counts as `{}`.
 */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (request.method === 'GET' || request.method === 'DELETE') return true;
    await readBody(request, http.getResponse<Response>());
    request.body ??= {};
    if (!isObject(request.body)) throw new ValidationError('The body must be a JSON object.');
    return true;
  }
}

function readBody(request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    parse(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(isTooLarge(error) ? (error as Error) : new ValidationError('The body is not valid JSON.'));
    });
  });
}

function isTooLarge(error: unknown): boolean {
  return (error as { status?: unknown } | null)?.status === 413;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
