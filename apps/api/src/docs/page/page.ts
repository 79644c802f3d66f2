import { html, type Html } from '../../checkout/view/html';
import { stylesheet } from '../assets';
import { GUIDE } from '../guide';
import type { OpenApiDocument, OperationObject, TagObject } from '../open-api-types';
import { eventArticle, operationArticle, parametersOf, route, type Place } from './operation';
import { blockOf, paragraphs } from './prose';
import { parameterTable } from './tables';

interface Placed extends Place {
  operation: OperationObject;
}

interface Part {
  id: string;
  tag: TagObject;
  operations: readonly Placed[];
  events: readonly (readonly [event: string, operation: OperationObject])[];
}

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%230b5c55'/%3E%3Cpath d='M4.5 4.5h7M4.5 8h7M4.5 11.5h4' fill='none' stroke='%23fff' stroke-width='1.6'/%3E%3C/svg%3E";

/** The documentation as one page: of the document alone, and without a script. */
export function docsPage(document: OpenApiDocument): string {
  const parts = partsOf(document);
  const base = new URL(document.servers[0]?.url ?? '').pathname.replace(/\/+$/, '');
  const { name, version } = stylesheet();
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${document.info.title} API</title>
<link rel="stylesheet" href="${base}/docs/assets/${name}?v=${version}">
<link rel="icon" href="${ICON}">
</head>
<body>
<header>
<p class="environment">${document.servers[0]?.description}</p>
<h1>${document.info.title} API</h1>
<p><code>${document.servers[0]?.url}</code></p>
<ul class="downloads">
<li><a href="${base}/docs/openapi.json">OpenAPI 3.1, both APIs</a></li>
<li><a href="${base}/docs/external/openapi.json">external API only</a></li>
<li><a href="${base}/docs/panel/openapi.json">panel API only</a></li>
</ul>
</header>
<div class="columns">
${contents(parts)}
<main>
<section aria-labelledby="before">
<h2 id="before">Before the first call</h2>
${GUIDE.map(({ id, title, blocks }) => html`<h3 id="${id}">${title}</h3>\n${blocks.map(blockOf)}\n`)}
</section>
${parts.map((part) => partSection(document, part))}
</main>
</div>
</body>
</html>
`.toString();
}

function contents(parts: readonly Part[]): Html {
  return html`<nav aria-label="Contents">
<h2>Contents</h2>
<h3><a href="#before">Before the first call</a></h3>
<ul>
${GUIDE.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>\n`)}</ul>
${parts.map(
  ({ id, tag, operations, events }) => html`<h3><a href="#${id}">${tag.name}</a></h3>
<ul>
${operations.map(({ operation }) => entry(operation))}${events.map(([, operation]) => entry(operation))}</ul>
`,
)}
</nav>`;
}

function entry({ operationId, summary }: OperationObject): Html {
  return html`<li><a href="#${operationId}">${summary}</a></li>\n`;
}

function partSection(document: OpenApiDocument, { id, tag, operations, events }: Part): Html {
  const [anEvent] = events;
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${tag.name}</h2>
${paragraphs(tag.description)}
${operations.length > 1 && html`<ul class="overview">${operations.map(overviewItem)}</ul>`}
${anEvent && parameterTable('Headers of each delivery', parametersOf(document, anEvent[1]))}
${operations.map((placed) => operationArticle(document, placed, placed.operation))}
${events.map(([event, operation]) => eventArticle(document, event, operation))}
</section>
`;
}

function overviewItem({ method, path, operation }: Placed): Html {
  return html`<li><a href="#${operation.operationId}">${route({ method, path })}</a></li>`;
}

function partsOf({ tags, paths, webhooks = {} }: OpenApiDocument): Part[] {
  const placed = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Placed => ({ method, path, operation })),
  );
  const events = Object.entries(webhooks).map(([event, { post }]) => [event, post] as const);
  return tags.map((tag) => ({
    id: tag.name.toLowerCase().replaceAll(/\W+/g, '-'),
    tag,
    operations: placed.filter(({ operation }) => operation.tags.includes(tag.name)),
    events: events.filter(([, operation]) => operation.tags.includes(tag.name)),
  }));
}
