import type { Config } from '@app/platform';
import type { Request, Response } from 'express';
import type { PageContext } from './pages/layout';
import { LANGUAGES } from './texts/languages';
import type { Language } from './texts/texts';

/** Everything comes from here and goes back here; no script, style or handler stands in the markup itself. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The address of a page is its only secret, so neither other sites nor caches nor search engines learn of it. The
 * referrer policy is not `no-referrer`, under which browsers send `Origin: null` with our own forms too.
 */
const PRIVATE = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
} as const;

export function contextOf(request: Request, { environment, publicUrl }: Config): PageContext {
  return {
    texts: LANGUAGES[languageOf(request)],
    sandbox: environment === 'sandbox',
    base: new URL(publicUrl).pathname.replace(/\/+$/, ''),
  };
}

export function setPrivate(response: Response): Response {
  return response.set(PRIVATE);
}

export function sendPage(response: Response, status: number, page: string): void {
  setPrivate(response)
    .status(status)
    .set({
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      'X-Frame-Options': 'DENY',
      Vary: 'Accept-Language',
    })
    .type('html')
    .send(page);
}

/** After a form, so that going back or reloading sends nothing twice. */
export function seeOther(response: Response, path: string): void {
  setPrivate(response).redirect(303, path);
}

function languageOf(request: Request): Language {
  const accepted = request.acceptsLanguages(...Object.keys(LANGUAGES));
  return accepted === false ? 'en' : (accepted as Language);
}
