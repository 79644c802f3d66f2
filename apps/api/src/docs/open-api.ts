import type { Config } from '@app/platform';
import { componentsFor } from './components';
import { guideAsMarkdown } from './guide';
import type { OpenApiDocument, OperationObject, TagObject } from './open-api-types';
import { operationObject } from './operation-object';
import type { Api, Operation } from './operations';
import { WEBHOOKS_TAG, webhookObjects } from './webhook-objects';

const TITLES: Readonly<Record<Api, string>> = { external: 'External API', panel: 'Panel API' };
const ABOUT: Readonly<Record<Api, string>> = {
  external: 'For merchants’ servers: `/v1`, with an API key.',
  panel:
    'For the web panel, on behalf of a user who is signed in: `/api/v1/clients`. It is no surface for integrators.',
};
/** Of the description, not of the service: the APIs have their versions in their paths. */
const VERSION = '1.0.0';

/** The OpenAPI 3.1 document of one of the APIs, or of both in one. */
export function openApiOf(
  operations: readonly Operation[],
  apis: readonly Api[],
  config: Pick<Config, 'publicUrl' | 'environment'>,
): OpenApiDocument {
  const told = operations.filter(({ api }) => apis.includes(api));
  const withWebhooks = apis.includes('external');
  const described = {
    openapi: '3.1.0' as const,
    info: {
      title: ['ServicePay', ...(apis.length === 1 ? apis.map((api) => TITLES[api]) : [])].join(' '),
      version: VERSION,
      description: [...apis.map((api) => `**${TITLES[api]}.** ${ABOUT[api]}`), guideAsMarkdown(apis)].join('\n\n'),
    },
    servers: [{ url: config.publicUrl, description: config.environment === 'sandbox' ? 'Sandbox' : 'Production' }],
    tags: apis.flatMap((api) => tagsOf(api, told)),
    paths: pathsOf(told),
    ...(withWebhooks && { webhooks: webhookObjects() }),
  };
  return { ...described, components: componentsFor(described) };
}

/** The API is in the name: one document may hold both. */
function tagOf({ api, group }: Operation): string {
  return `${TITLES[api]}: ${group.name}`;
}

function tagsOf(api: Api, operations: readonly Operation[]): TagObject[] {
  const own = operations.filter((operation) => operation.api === api);
  const tags = new Map(own.map((operation) => [tagOf(operation), operation.group.description]));
  const named = [...tags].map(([name, description]) => ({ name, description }));
  return api === 'external' ? [...named, WEBHOOKS_TAG] : named;
}

function pathsOf(operations: readonly Operation[]): OpenApiDocument['paths'] {
  const paths: Record<string, Record<string, OperationObject>> = {};
  const ids = new Set<string>();
  for (const operation of operations) {
    const { operationId, path, method } = operation;
    if (ids.size === ids.add(operationId).size) throw new Error(`two operations have the id ${operationId}`);
    paths[path] = { ...paths[path], [method]: operationObject(operation, tagOf(operation)) };
  }
  return paths;
}
