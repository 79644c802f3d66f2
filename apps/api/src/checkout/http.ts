import { PAYER_LANGUAGES } from '@app/payment-links';
import type { Config } from '@app/platform';
import type { Request, Response } from 'express';
import { basePathOf } from '../http/base-path';
import type { PageContext } from './pages/layout';
import { LANGUAGES } from './texts/languages';
import type { Language } from './texts/texts';

/** Everything loads from and posts to our own origin; the markup contains no inline script, style or handler. */
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
 * The address of a page is its only secret, so other sites, caches and search engines must not learn it. The referrer
 * policy is not `no-referrer`, because then browsers send `Origin: null` with our own forms.
 */
const PRIVATE = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
} as const;

/** What the pages need to know about the request and the configuration. */
export function contextOf(request: Request, config: Config): PageContext {
  const chosen = chosenLanguage(request);
  return {
    texts: LANGUAGES[chosen ?? languageOf(request)],
    sandbox: config.environment === 'sandbox',
    base: basePathOf(config),
    chosen: chosen !== undefined,
    path: pathOf(request),
  };
}

/** Sets the headers that keep the page's address private. */
export function setPrivate(response: Response): Response {
  return response.set(PRIVATE);
}

/** Sends a page with its security headers. */
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

/** Redirects after a form, so that going back or reloading does not submit it again. */
export function seeOther(response: Response, path: string): void {
  setPrivate(response).redirect(303, path);
}

/** The language that the payer chose on the page. */
function chosenLanguage({ query }: Request): Language | undefined {
  const { lang } = query;
  return PAYER_LANGUAGES.find((language) => language === lang);
}

/** Where the page of this request is opened again: a form's address shows the page of its link. */
function pathOf({ params, query, path, method }: Request): string {
  const { id } = params;
  if (typeof id !== 'string') return path.startsWith('//') ? '/' : path;
  return `/checkout/${id}${method === 'GET' && query['change'] !== undefined ? '?change=1' : ''}`;
}

function languageOf(request: Request): Language {
  const accepted = request.acceptsLanguages(...Object.keys(LANGUAGES));
  return accepted === false ? 'en' : (accepted as Language);
}
