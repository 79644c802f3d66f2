import { parseExactJson, RepeatedMemberError, ValidationError } from '@app/kernel';
import type { Request, Response } from 'express';
import { readBodyText } from './body-text';
import { isTooLarge } from './parse-body';

export const MAX_BODY_BYTES = 102_400;

/** Levels of nested objects and lists. Code that walks through a body by recursion could run out of stack beyond them. */
const MAX_DEPTH = 100;

/**
 * Reads the body into `request.body`; no body counts as `{}`. Any content type is read as JSON: the API accepts nothing
 * else, and clients forget the header. Throws `ValidationError` unless it is a JSON object.
 */
export async function readJsonBody(request: Request, response: Response): Promise<void> {
  request.body = parseJsonObject(await bodyText(request, response));
}

/**
 * The object of the text; empty text counts as `{}`. Throws `ValidationError` for any other text, and for a member that is
 * there twice. A number of more digits than a JSON number keeps comes as text.
 */
export function parseJsonObject(text: string): object {
  if (text === '') return {};
  const value = parsed(text);
  if (!isContainer(value) || Array.isArray(value)) throw new ValidationError('The body must be a JSON object.');
  // Nested no deeper than recursive code can walk through.
  if (isTooDeep(value)) throw new ValidationError(`The body must not have more than ${MAX_DEPTH} levels.`);
  return value;
}

/** The body of a request whose length may be wrong, or which may break off. */
async function bodyText(request: Request, response: Response): Promise<string> {
  try {
    return await readBodyText(request, response, MAX_BODY_BYTES);
  } catch (error) {
    if (isTooLarge(error) || error instanceof ValidationError) throw error;
    throw new ValidationError('The body is not valid JSON.');
  }
}

function parsed(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch (error) {
    throw new ValidationError(
      error instanceof RepeatedMemberError ? `The body ${error.message}.` : 'The body is not valid JSON.',
    );
  }
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
