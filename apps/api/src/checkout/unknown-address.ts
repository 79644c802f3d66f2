import { plainCode } from '@app/banking';
import type { Config } from '@app/platform';
import type { Request, Response } from 'express';
import { RateLimitExceeded } from '../http/layer-error';
import { contextOf, sendPage, setPrivate } from './http';
import { noticePage } from './pages/notice.page';

/** A whole id with nothing but marks before it, and no letter or digit directly behind it. */
const MARKED = /^\/checkout\/[^\p{L}\p{N}/]*([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?![\p{L}\p{N}])[^/]*\/?$/iu;

/**
 * Responds to people whose browser opened an address that does not exist: `/`, or one under `/checkout`. Where only marks
 * surround the id of a link, or a line break or another dash is inside it, as messages and sentences leave them, they are
 * sent to the link. Returns false for all others.
 */
export function respondToUnknownAddress(error: unknown, request: Request, response: Response, config: Config): boolean {
  const path = request.path.replace(/^\/{2,}/, '/');
  if (response.headersSent || !isOurs(path) || request.accepts(['json', 'html']) !== 'html') return false;
  const context = contextOf(request, config);
  if (error instanceof RateLimitExceeded) {
    response.set('Retry-After', String(error.retryAfter));
    sendPage(response, 429, noticePage(context, context.texts.tooMany));
    return true;
  }
  const id = idIn(path);
  if (id !== undefined && (request.method === 'GET' || request.method === 'HEAD')) {
    setPrivate(response).redirect(302, `${context.base}/checkout/${id.toLowerCase()}`);
    return true;
  }
  const notice = /^\/checkout\/+[^/]/.test(path) ? context.texts.notFound : context.texts.nothingHere;
  sendPage(response, 404, noticePage(context, notice));
  return true;
}

function isOurs(path: string): boolean {
  return path === '/' || /^\/checkout(?:\/|$)/.test(path);
}

/** The id of a link, as it is in the address, or when blanks and the marks of broken lines are left out. */
function idIn(path: string): string | undefined {
  const text = plainCode(decoded(path)).replace(/^\/checkout\/+/i, '/checkout/');
  return (MARKED.exec(text) ?? MARKED.exec(text.replaceAll(/=? /g, '')))?.[1];
}

/** The path decoded, or unchanged if it cannot be decoded. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
