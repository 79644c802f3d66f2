import type { Config } from '@app/platform';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject, type PathsObject } from '@nestjs/swagger';
import { completeOperation } from './complete-operation';
import { allComponents, usedComponents } from './components';
import type { Schemas } from './example-of';
import { guideOf } from './guide';
import { operationsOf, type Api, type Operation } from './operations';
import { serviceVersion } from './service-version';
import { EVENT_MODELS, WEBHOOKS_TAG, webhooksOf } from './webhooks';

const TITLES: Readonly<Record<Api, string>> = { external: 'External API', panel: 'Panel API', sandbox: 'Sandbox' };

/**
 * The OpenAPI 3.1 document of one or several of the APIs. Swagger makes it from controllers and DTOs. Throws when an
 * operation is not documented, or two have the same id.
 */
export function openApiDocument(
  app: INestApplication,
  apis: readonly Api[],
  config: Pick<Config, 'publicUrl' | 'environment'>,
): OpenAPIObject {
  // The operations of the sandbox accompany those of an API.
  const main = apis.filter((api) => api !== 'sandbox');
  const operations = operationsOf(app).filter(({ api }) => apis.includes(api));
  const about = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(['ServicePay', ...(main.length === 1 ? main.map((api) => TITLES[api]) : [])].join(' '))
    .setVersion(serviceVersion())
    .setDescription(guideOf(apis))
    .addServer(config.publicUrl, config.environment === 'sandbox' ? 'Sandbox' : 'Production');
  const tagOf = ({ api, group }: Operation) =>
    main.length === 1 && api !== 'sandbox' ? group.name : `${TITLES[api]}: ${group.name}`;
  const descriptions = new Map(operations.map((operation) => [tagOf(operation), operation.group.description]));
  descriptions.forEach((description, name) => about.addTag(name, description));
  if (apis.includes('external')) about.addTag(WEBHOOKS_TAG.name, WEBHOOKS_TAG.description);

  const described = SwaggerModule.createDocument(app, about.build(), {
    autoTagControllers: false,
    extraModels: [...EVENT_MODELS],
  });
  const all = allComponents((described.components?.schemas ?? {}) as Schemas);
  const schemas = all.schemas as Schemas;
  const document = {
    ...described,
    paths: completePaths(described.paths, operations, tagOf, schemas),
    ...(apis.includes('external') && { webhooks: webhooksOf(schemas) }),
    components: {},
  };
  return { ...document, components: usedComponents(document, all) };
}

/** The operations of the APIs, without those of the checkout and of anything else that the application serves. */
function completePaths(
  described: PathsObject,
  operations: readonly Operation[],
  tagOf: (operation: Operation) => string,
  schemas: Schemas,
): PathsObject {
  const paths: PathsObject = {};
  const ids = new Set<string>();
  for (const operation of operations) {
    const { path, method, documentation } = operation;
    const found = described[path]?.[method];
    if (!found) throw new Error(`${method.toUpperCase()} ${path} is not in the document`);
    if (ids.size === ids.add(documentation.operationId).size) {
      throw new Error(`two operations have the id ${documentation.operationId}`);
    }
    paths[path] = { ...paths[path], [method]: completeOperation(found, operation, tagOf(operation), schemas) };
  }
  return paths;
}
