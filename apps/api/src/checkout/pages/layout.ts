import type { LinkKind } from '@app/payment-links';
import { LANGUAGES } from '../texts/languages';
import type { Texts } from '../texts/texts';
import { SCRIPT, STYLESHEET, type Asset } from '../assets';
import { html, type Html } from '../view/html';
import { sanitized } from '../view/untrusted-text';

/** What every page needs. */
export interface PageContext {
  texts: Texts;
  sandbox: boolean;
  /** The path prefix of the public URL; usually empty. */
  base: string;
  /** Whether the payer chose the language, so that links keep it. */
  chosen?: boolean | undefined;
  /** The path of this page, without the base, for the choice of another language; `/` of a link's page by default. */
  path?: string | undefined;
}

/** The addresses of one link's checkout. */
export function urlsOf(context: PageContext, linkId: string, kind: LinkKind = 'payment_link') {
  const { base, texts, chosen } = context;
  const page = `${base}/checkout/${linkId}`;
  const lane = kind === 'payment_link' ? '' : '/cards';
  const language = chosen ? `lang=${texts.language}` : '';
  const inLanguage = language && `?${language}`;
  return {
    page: `${page}${inLanguage}`,
    change: `${page}?change=1${language && `&${language}`}`,
    /** The page just after the choice, which opens the bank's page. */
    chosen: `${page}?chosen=1${language && `&${language}`}`,
    orders: `${page}/orders${inLanguage}`,
    debit: `${page}/debit${inLanguage}`,
    status: `${page}/status`,
    simulate: `${base}/sandbox${lane}/payment-links/${linkId}/simulate${inLanguage}`,
  };
}

/** What the script polls on a page whose status can still change. */
export interface Watch {
  /** What the payer sees of the link; the page is opened again when it changes. */
  state: string;
  statusUrl: string;
  pageUrl: string;
  everySeconds: number;
}

/** A page's title and content. */
export interface Layout {
  title: string;
  content: Html;
  /** The text that previews of the page in messages show. */
  description?: string | undefined;
  watch?: Watch | undefined;
  /** The address that the browser opens at once, also without a script. */
  opens?: string | undefined;
}

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%230b5c55'/%3E%3Cpath d='M4.5 8.5l2.5 2.5l4.5-5.5' fill='none' stroke='%23fff' stroke-width='1.8'/%3E%3C/svg%3E";

/** The whole document. */
export function layout(context: PageContext, { title, content, description, watch, opens }: Layout): string {
  const { texts, sandbox, base } = context;
  const address = ({ name, version }: Asset) => `${base}/checkout/assets/${name}?v=${version}`;
  return html`<!doctype html>
<html lang="${texts.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<meta name="robots" content="noindex, nofollow">
${opens && html`<meta http-equiv="refresh" content="0; url=${opens}">`}
<title>${sanitized(title)}</title>
<meta name="description" content="${sanitized(description ?? texts.previewOfNotice)}">
<meta property="og:type" content="website">
<meta property="og:title" content="${sanitized(title)}">
<meta property="og:description" content="${sanitized(description ?? texts.previewOfNotice)}">
<meta property="og:locale" content="${texts.locale.replace('-', '_')}">
<meta name="twitter:card" content="summary">
<link rel="stylesheet" href="${address(STYLESHEET)}">
<link rel="icon" href="${ICON}">
<script src="${address(SCRIPT)}" defer></script>
</head>
<body${watch && watchAttributes(watch)}>
${sandbox && html`<header class="sandbox">${texts.sandbox}</header>`}
<main class="sheet">
${content}
</main>
${languageChoice(context)}
</body>
</html>
`.toString();
}

/** Works without a script: each language is an address. */
function languageChoice({ texts, base, path = '/' }: PageContext): Html {
  const separator = path.includes('?') ? '&' : '?';
  const link = ({ language, locale, name }: Texts) =>
    language === texts.language
      ? html`<li><span aria-current="true" lang="${locale}">${name}</span></li>`
      : html`<li><a href="${base}${path}${separator}lang=${language}" lang="${locale}" hreflang="${language}">${name}</a></li>`;
  return html`<footer class="languages"><nav aria-label="${texts.chooseLanguage}">
<ul>${Object.values(LANGUAGES).map(link)}</ul>
</nav></footer>`;
}

function watchAttributes({ state, statusUrl, pageUrl, everySeconds }: Watch): Html {
  return html` data-state="${state}" data-status-url="${statusUrl}" data-page-url="${pageUrl}" data-every="${everySeconds}"`;
}
