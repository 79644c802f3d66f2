import { RequestMethod, type Type } from '@nestjs/common';
import {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  HTTP_CODE_METADATA,
  METHOD_METADATA,
  PATH_METADATA,
} from '@nestjs/common/constants.js';
import type { MetadataScanner } from '@nestjs/core';
import { getSchemaPath } from '@nestjs/swagger';
import { IDEMPOTENT } from '../gateway/idempotent';
import { PERMISSION } from '../gateway/permission.guard';
import { PANEL_PREFIX } from '../gateway/panel-api';
import { PANEL_PERMISSIONS } from '../gateway/panel-permission.guard';
import {
  DOCUMENTED,
  DOCUMENTED_GROUP,
  type Documentation,
  type DocumentedBody,
  type DocumentedGroupOf,
} from '../http/documented';
import type { ErrorCode } from './error-catalogue';
import type { SchemaName } from './schemas';
import { codesOf, guardFactsOf, type Credential, type RouteFacts } from './implied-codes';

export type Api = 'external' | 'panel';
export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** One operation: what its decorator says, and what its code says. */
export interface Operation extends Omit<Documentation, 'codes' | 'request' | 'answer'>, Omit<RouteFacts, 'guards'> {
  /** The names of the schemas. */
  request?: SchemaName;
  answer: SchemaName;
  api: Api;
  group: DocumentedGroupOf;
  method: HttpMethod;
  /** As OpenAPI writes it: `/v1/payment-links/{id}`. */
  path: string;
  success: number;
  credential: Credential;
  /** All of them. */
  codes: readonly ErrorCode[];
}

const PREFIXES: Readonly<Record<Api, string>> = { external: '/v1/', panel: `/${PANEL_PREFIX}/` };

interface Route {
  controller: Type;
  handler: object;
  name: string;
  method: HttpMethod;
  path: string;
}

/** The operations of both APIs. Throws when one of them is not documented, or cannot be. */
export function findOperations(controllers: readonly Type[], scanner: MetadataScanner): Operation[] {
  return controllers
    .flatMap((controller) => routesOf(controller, scanner))
    .flatMap((route) => {
      const api = (Object.keys(PREFIXES) as Api[]).find((each) => `${route.path}/`.startsWith(PREFIXES[each]));
      return api ? [operationOf(route, api)] : [];
    });
}

function routesOf(controller: Type, scanner: MetadataScanner): Route[] {
  const prototype = controller.prototype as Readonly<Record<string, object>>;
  return scanner.getAllMethodNames(prototype).flatMap((name) => {
    const handler = prototype[name] as object;
    const method = read(METHOD_METADATA, handler) as RequestMethod | undefined;
    if (method === undefined) return [];
    const path = [controller, handler].map((part) => read(PATH_METADATA, part)).join('/');
    return {
      controller,
      handler,
      name,
      method: RequestMethod[method].toLowerCase() as HttpMethod,
      path: `/${path.split('/').filter(Boolean).join('/')}`.replaceAll(/:(\w+)/g, '{$1}'),
    };
  });
}

function operationOf(route: Route, api: Api): Operation {
  const { controller, handler, method, path } = route;
  const documentation = read(DOCUMENTED, handler) as Documentation | undefined;
  const group = read(DOCUMENTED_GROUP, controller) as DocumentedGroupOf | undefined;
  if (!documentation) throw undocumented(route, 'has no @Documented');
  if (!group) throw undocumented(route, 'is in a controller without @DocumentedGroup');
  const facts = factsOf(route, documentation);
  const guard = guardFactsOf(facts.guards);
  if (!guard) throw undocumented(route, 'has no guard that the documents know');
  const { guards: _, ...known } = facts;
  return {
    ...documentation,
    ...known,
    request: documentation.request === undefined ? undefined : schemaNameOf(documentation.request),
    answer: schemaNameOf(documentation.answer),
    api,
    group,
    method,
    path,
    success: (read(HTTP_CODE_METADATA, handler) as number | undefined) ?? (method === 'post' ? 201 : 200),
    credential: guard.credential,
    codes: codesOf(facts, (documentation.codes ?? []) as readonly ErrorCode[]),
  };
}

function factsOf(route: Route, documentation: Documentation): RouteFacts {
  const { controller, handler, method, path } = route;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
  // Only an `id` is known to be a UUID, and refused by the router when it is none.
  if (names.some((parameter) => parameter !== 'id')) throw undocumented(route, 'has a parameter other than {id}');
  const listed = (key: string) =>
    [controller, handler].flatMap((part) => (read(key, part) as readonly unknown[] | undefined) ?? []);
  const anyOf = read(PANEL_PERMISSIONS, handler) ?? read(PANEL_PERMISSIONS, controller);
  const needed = read(PERMISSION, handler) as string | undefined;
  return {
    guards: listed(GUARDS_METADATA),
    permissions: (anyOf as readonly string[] | undefined) ?? (needed === undefined ? [] : [needed]),
    takesId: names.length > 0,
    takesBody: method === 'post' || method === 'put' || method === 'patch',
    takesQuery: documentation.paged === true || documentation.query !== undefined,
    takesIdempotencyKey: read(IDEMPOTENT, handler) === true,
    namesOwnFailures: listed(EXCEPTION_FILTERS_METADATA).length > 0,
  };
}

/** The DTO's name; that of a list ends in s. */
function schemaNameOf(body: DocumentedBody): SchemaName {
  if (typeof body === 'string') return body as SchemaName;
  const model = typeof body === 'function' ? body : body[0];
  return `${getSchemaPath(model).split('/').pop() ?? ''}${model === body ? '' : 's'}` as SchemaName;
}

function read(key: string, target: object): unknown {
  return Reflect.getMetadata(key, target);
}

function undocumented({ controller, name, method, path }: Route, complaint: string): Error {
  return new Error(`${controller.name}.${name} (${method.toUpperCase()} ${path}) ${complaint}`);
}
