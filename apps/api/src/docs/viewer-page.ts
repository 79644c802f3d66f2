import { html } from '../checkout/view/html';
import type { Api } from './operations';
import type { ViewerFiles } from './viewer-files';

const TITLES: Readonly<Record<Api, string>> = {
  external: 'ServicePay API',
  sandbox: 'ServicePay API',
  panel: 'ServicePay panel API',
};

/** Only files of the service run and style the page, and nothing is loaded from elsewhere. */
export const VIEWER_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%230b5c55'/%3E%3Cpath d='M4.5 4.5h7M4.5 8h7M4.5 11.5h4' fill='none' stroke='%23fff' stroke-width='1.6'/%3E%3C/svg%3E";

/** The page that shows the document of one API. `base` is the path of the public address, without a trailing slash. */
export function viewerPage(api: Api, base: string, files: ViewerFiles): string {
  const document = `${base}/docs/${api}/openapi.json`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${TITLES[api]}</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${files.address(base, 'swagger-ui.css')}">
<link rel="stylesheet" href="${files.address(base, 'viewer.css')}">
<script defer src="${files.address(base, 'swagger-ui-bundle.js')}"></script>
<script type="module" src="${files.address(base, 'viewer.mjs')}"></script>
</head>
<body>
<nav aria-label="Contents">
<details id="contents">
<summary>Contents</summary>
<input type="search" placeholder="Search" aria-label="Search">
<p id="nothing" role="status" hidden>Nothing contains these words.</p>
<div id="groups"></div>
</details>
</nav>
<div id="reference" data-document="${document}" data-server="${base}/"></div>
<noscript><p>This page needs JavaScript. The document that it shows: <a href="${document}">${document}</a></p></noscript>
</body>
</html>
`.toString();
}
