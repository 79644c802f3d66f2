import { RequestMethod, type INestApplicationContext, type Type } from '@nestjs/common';
import {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  METHOD_METADATA,
  PATH_METADATA,
} from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { FRESH_SESSION } from '../access/fresh-session.guard';
import { IDEMPOTENT } from '../access/idempotent';
import { PERMISSION } from '../access/permission.guard';
import { PANEL_PREFIX } from '../access/panel-prefix';
import { PANEL_PERMISSIONS } from '../access/panel-permission.guard';
import { DOCUMENTED, type Documentation } from '../http/documentation';
import { DOCUMENTED_GROUP, type DocumentedGroupOf } from '../http/documented';
import { guardFactsOf, type GuardFacts } from './guard-facts';

/** What integrators call, what the panel calls, and what testers call in a sandbox. */
export type Api = 'external' | 'panel' | 'sandbox';
export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** What decorators and guards declare about an operation, and Swagger does not read. */
export interface Operation {
  api: Api;
  method: HttpMethod;
  /** As OpenAPI writes it: `/v1/payment-links/{id}`. */
  path: string;
  documentation: Documentation;
  group: DocumentedGroupOf;
  guards: GuardFacts;
  /** One of them is enough. */
  permissions: readonly string[];
  needsFreshSession: boolean;
  takesIdempotencyKey: boolean;
  /** Internal failures have a code that the operation names itself. */
  namesOwnFailures: boolean;
}

const PREFIXES: Readonly<Record<Api, string>> = { external: '/v1/', panel: `/${PANEL_PREFIX}/`, sandbox: '/sandbox/' };

interface Route {
  controller: Type;
  handler: object;
  name: string;
  method: HttpMethod;
  path: string;
}

/** The operations of all of them, in the order of their controllers. Throws when one of them is not documented. */
export function operationsOf(app: Pick<INestApplicationContext, 'get'>): Operation[] {
  const modules = [...app.get(ModulesContainer).values()];
  const controllers = modules.flatMap((module) => [...module.controllers.values()]);
  return findOperations(controllers.map(({ metatype }) => metatype as Type));
}

/** The operations of these controllers that are documented. Throws when one of them is not documented. */
export function findOperations(controllers: readonly Type[]): Operation[] {
  return controllers.flatMap(routesOf).flatMap((route) => {
    const api = (Object.keys(PREFIXES) as Api[]).find((each) => `${route.path}/`.startsWith(PREFIXES[each]));
    return api ? [operationOf(route, api)] : [];
  });
}

function routesOf(controller: Type): Route[] {
  const prototype = controller.prototype as Readonly<Record<string, object>>;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
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
  const listed = (key: string) =>
    [controller, handler].flatMap((part) => (read(key, part) as readonly unknown[] | undefined) ?? []);
  const guards = guardFactsOf(listed(GUARDS_METADATA));
  if (!documentation) throw undocumented(route, 'has no @Documented');
  if (!group) throw undocumented(route, 'is in a controller without @DocumentedGroup');
  if (!guards) throw undocumented(route, 'has no guard that the documents know');
  // Only an `id` is known to be a UUID: the router does not match it otherwise.
  if (/\{(?!id\})/.test(path)) throw undocumented(route, 'has a parameter other than {id}');
  const needed = read(PERMISSION, handler) as string | undefined;
  const anyOf = read(PANEL_PERMISSIONS, handler) ?? read(PANEL_PERMISSIONS, controller);
  return {
    api,
    method,
    path,
    documentation,
    group,
    guards,
    permissions: (anyOf as readonly string[] | undefined) ?? (needed === undefined ? [] : [needed]),
    needsFreshSession: read(FRESH_SESSION, handler) === true,
    takesIdempotencyKey: read(IDEMPOTENT, handler) === true,
    namesOwnFailures: listed(EXCEPTION_FILTERS_METADATA).length > 0,
  };
}

function read(key: string, target: object): unknown {
  return Reflect.getMetadata(key, target);
}

function undocumented({ controller, name, method, path }: Route, problem: string): Error {
  return new Error(`${controller.name}.${name} (${method.toUpperCase()} ${path}) ${problem}`);
}
