import type { LinkKind } from '@app/payment-links';
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
}

/** The addresses of one link's checkout. */
export function urlsOf({ base }: PageContext, linkId: string, kind: LinkKind = 'payment_link') {
  const page = `${base}/checkout/${linkId}`;
  const lane = kind === 'payment_link' ? '' : '/cards';
  return {
    page,
    change: `${page}?change=1`,
    orders: `${page}/orders`,
    debit: `${page}/debit`,
    status: `${page}/status`,
    simulate: `${base}/sandbox${lane}/payment-links/${linkId}/simulate`,
  };
}

/** What the script polls on a page whose status can still change. */
export interface Watch {
  status: string;
  statusUrl: string;
  pageUrl: string;
  everySeconds: number;
}

/** A page's title and content. */
export interface Layout {
  title: string;
  content: Html;
  watch?: Watch | undefined;
}

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%230b5c55'/%3E%3Cpath d='M4.5 8.5l2.5 2.5l4.5-5.5' fill='none' stroke='%23fff' stroke-width='1.8'/%3E%3C/svg%3E";

/** The whole document. */
export function layout(context: PageContext, { title, content, watch }: Layout): string {
  const { texts, sandbox, base } = context;
  const address = ({ name, version }: Asset) => `${base}/checkout/assets/${name}?v=${version}`;
  return html`<!doctype html>
<html lang="${texts.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<title>${sanitized(title)}</title>
<link rel="stylesheet" href="${address(STYLESHEET)}">
<link rel="icon" href="${ICON}">
<script src="${address(SCRIPT)}" defer></script>
</head>
<body${watch && watchAttributes(watch)}>
${sandbox && html`<p class="sandbox" role="note">${texts.sandbox}</p>`}
<main class="sheet">
${content}
</main>
</body>
</html>
`.toString();
}

function watchAttributes({ status, statusUrl, pageUrl, everySeconds }: Watch): Html {
  return html` data-status="${status}" data-status-url="${statusUrl}" data-page-url="${pageUrl}" data-every="${everySeconds}"`;
}
