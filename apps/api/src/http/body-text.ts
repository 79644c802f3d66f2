import { ValidationError, withoutByteOrderMark } from '@app/kernel';
import { raw, type Request, type Response } from 'express';
import { isUtf8 } from 'node:buffer';
import { parseBody, type BodyParser } from './parse-body';

/** Values of `Content-Encoding` that say nothing was coded. Clients confuse it with the charset. */
const NO_CODING = new Set(['', 'identity', 'utf-8', 'utf8']);

const parsers = new Map<number, BodyParser>();

/**
 * The body as text; empty when there is none. It is read as UTF-8, whatever `Content-Type` says about its type and
 * charset, and a byte-order mark is skipped. Throws `ValidationError` that names the header for another coding or
 * encoding, and the parser's error for a body of more than `limit` bytes.
 */
export async function readBodyText(request: Request, response: Response, limit: number): Promise<string> {
  dropEmptyCoding(request);
  if (request.headers['content-encoding'] !== undefined) {
    throw new ValidationError(
      'The body must not be compressed or coded: send it as plain UTF-8, without a Content-Encoding header.',
    );
  }
  await parseBody(parserOf(limit), request, response);
  const bytes: unknown = request.body;
  return Buffer.isBuffer(bytes) ? textOf(bytes) : '';
}

/** Removes a `Content-Encoding` that names no coding or comes without a body: body parsers would reject it. */
export function dropEmptyCoding({ headers }: Request): void {
  const names = (headers['content-encoding'] ?? '').toLowerCase().split(',');
  const isEmpty = headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0);
  if (isEmpty || names.every((name) => NO_CODING.has(name.trim()))) delete headers['content-encoding'];
}

function parserOf(limit: number): BodyParser {
  const parser = parsers.get(limit) ?? raw({ limit, type: () => true });
  parsers.set(limit, parser);
  return parser;
}

/** A decoder would replace invalid bytes with another character. Text has no NUL, which UTF-16 and UTF-32 are full of. */
function textOf(bytes: Buffer): string {
  if (isUtf8(bytes) && !bytes.includes(0)) return withoutByteOrderMark(bytes.toString('utf8'));
  throw new ValidationError(
    'The body is not UTF-8, the only encoding that is read, whatever the charset of Content-Type says. Send it as UTF-8.',
  );
}
