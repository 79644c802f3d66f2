import { ValidationError } from '@app/kernel';
import { json, type Request, type Response } from 'express';
import { isUtf8 } from 'node:buffer';
import { isTooLarge, parseBody } from './parse-body';

/** Levels of nested objects and lists. Code that walks through a body by recursion could run out of stack beyond them. */
const MAX_DEPTH = 100;

/** Any content type is read as JSON: the API accepts nothing else, and clients forget the header. */
const parser = json({ limit: '100kb', strict: false, type: () => true, verify: assertUtf8 });

/** Reads the body into `request.body`; no body counts as `{}`. Throws `ValidationError` unless it is a JSON object. */
export async function readJsonBody(request: Request, response: Response): Promise<void> {
  try {
    await parseBody(parser, request, response);
  } catch (error) {
    throw isTooLarge(error) ? error : new ValidationError('The body is not valid JSON.');
  }
  if (request.body === undefined) request.body = {};
  assertJsonObject(request.body);
}

/** Throws `ValidationError` unless the value is an object, and nested no deeper than recursive code can walk through. */
export function assertJsonObject(value: unknown): void {
  if (!isContainer(value) || Array.isArray(value)) throw new ValidationError('The body must be a JSON object.');
  if (isTooDeep(value)) throw new ValidationError(`The body must not have more than ${MAX_DEPTH} levels.`);
}

/**
 * The decoder would replace invalid bytes with another character, and the caller's text would not be kept unchanged.
 */
function assertUtf8(_request: unknown, _response: unknown, body: Buffer, encoding: string): void {
  if (encoding === 'utf-8' && !isUtf8(body)) throw new TypeError('the body is not UTF-8');
}

function isTooDeep(body: object): boolean {
  let level = [body];
  for (let depth = 1; depth <= MAX_DEPTH && level.length > 0; depth++) {
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  }
  return level.length > 0;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
