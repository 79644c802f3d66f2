import { html } from '../checkout/view/html';
import type { Api } from './operations';
import type { ViewerScripts } from './viewer-scripts';

/** `credential` is the security scheme that the viewer offers first. */
const PAGES: Readonly<Record<Api, { title: string; credential: string }>> = {
  external: { title: 'ServicePay API', credential: 'ApiKeyAsBearer' },
  sandbox: { title: 'ServicePay API', credential: 'ApiKeyAsBearer' },
  panel: { title: 'ServicePay panel API', credential: 'PanelSession' },
};

/** Only our own files run, and nothing is loaded from elsewhere. The viewer writes style elements and attributes. */
export const VIEWER_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%230b5c55'/%3E%3Cpath d='M4.5 4.5h7M4.5 8h7M4.5 11.5h4' fill='none' stroke='%23fff' stroke-width='1.6'/%3E%3C/svg%3E";

/** The page that shows the document of one API. `base` is the path of the public address, without a trailing slash. */
export function viewerPage(api: Api, base: string, scripts: ViewerScripts): string {
  const { title, credential } = PAGES[api];
  const { viewer, scalar } = scripts.addresses(base);
  const document = `${base}/docs/${api}/openapi.json`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${ICON}">
<link rel="modulepreload" href="${scalar}">
<script type="module" src="${viewer}"></script>
</head>
<body>
<div id="reference" data-scalar="${scalar}" data-document="${document}" data-server="${base}/" data-credential="${credential}"></div>
<noscript><p>This page needs JavaScript. The document that it shows: <a href="${document}">${document}</a></p></noscript>
</body>
</html>
`.toString();
}
