import { ValidationError } from '@app/kernel';
import { json, type Request, type Response } from 'express';
import { isTooLarge, parseBody } from './parse-body';

/** Any content type is read as JSON: the API speaks nothing else, and clients forget the header. */
const parser = json({ limit: '100kb', strict: false, type: () => true });

/**
 * Reads the body into `request.body`. It comes after authentication, since a request without a key is refused as such
 * whatever its body holds. Throws `ValidationError` unless the body is a JSON object; none at all counts as `{}`.
 */
export async function readJsonBody(request: Request, response: Response): Promise<void> {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'DELETE') return;
  try {
    await parseBody(parser, request, response);
  } catch (error) {
    throw isTooLarge(error) ? error : new ValidationError('The body is not valid JSON.');
  }
  if (request.body === undefined) request.body = {};
  if (!isObject(request.body)) throw new ValidationError('The body must be a JSON object.');
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
