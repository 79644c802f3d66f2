import type { HeaderName, ParameterName } from './components';
import { securityOf } from './components';
import { ERROR_CATALOGUE, errorSchemaName, type ErrorCode } from './error-catalogue';
import { EXAMPLES, VARIANTS, type VariantName } from './examples';
import {
  inComponents,
  type MediaType,
  type OperationObject,
  type ParameterObject,
  type Reference,
  type ResponseObject,
} from './open-api-types';
import type { Operation } from './operations';
import { answer, ref, text, type Schema } from '../http/schema';

const COUNTERS: readonly HeaderName[] = [
  'X-RateLimit-Limit-IP',
  'X-RateLimit-Remaining-IP',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
];

/** The operation as the documents have it. `tag` is the heading that it stands under. */
export function operationObject(operation: Operation, tag: string): OperationObject {
  const { operationId, summary, credential, permissions } = operation;
  const description = [operation.description, permissionLine(operation)].filter(Boolean).join('\n\n');
  const parameters = parametersOf(operation);
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description && { description }),
    security: securityOf(credential, permissions),
    ...(parameters.length > 0 && { parameters }),
    ...(operation.request && { requestBody: { required: true, content: json(requestOf(operation)) } }),
    responses: { [operation.success]: successOf(operation), ...errorsOf(operation) },
  };
}

function permissionLine({ credential, permissions }: Operation): string | undefined {
  if (credential === 'none') return undefined;
  return `Permission: ${permissions.map((name) => `\`${name}\``).join(' or ') || 'none'}.`;
}

function parametersOf(operation: Operation): (ParameterObject | Reference)[] {
  const shared = (...names: readonly ParameterName[]) => names.map((name) => inComponents('parameters', name));
  const own = Object.entries(operation.query ?? {}).map(([name, { description = '', ...schema }]): ParameterObject => {
    return { name, in: 'query', required: operation.requiredQuery?.includes(name) ?? false, description, schema };
  });
  return [
    ...(operation.takesId ? shared('id') : []),
    ...own,
    ...(operation.paged ? shared('perPage', 'cursor') : []),
    ...(operation.takesIdempotencyKey ? shared('idempotencyKey') : []),
  ];
}

function requestOf({ request }: Operation): MediaType {
  const name = request as NonNullable<typeof request>;
  return { schema: ref(name), example: EXAMPLES[name] };
}

function successOf(operation: Operation): ResponseObject {
  const { answer: name, message, paged, answerExample } = operation;
  const shape = {
    success: { type: 'boolean', const: true },
    message: text('For people; it may change.'),
    data: ref(name),
    ...(paged && { meta: ref('PageMeta') }),
  };
  const example = {
    success: true,
    message,
    data: answerExample ? VARIANTS[answerExample as VariantName] : EXAMPLES[name],
    ...(paged && { meta: EXAMPLES.PageMeta }),
  };
  return {
    description: message,
    headers: headers('X-Request-Id', ...optionalHeaders(operation)),
    content: json({ schema: answer(shape), example }),
  };
}

function optionalHeaders({ credential, takesIdempotencyKey }: Operation): HeaderName[] {
  return [
    ...(credential === 'api-key' ? COUNTERS : []),
    ...(takesIdempotencyKey ? ['Idempotency-Replayed' as const] : []),
  ];
}

function errorsOf({ codes }: Operation): Record<string, ResponseObject> {
  const statuses = [...new Set(codes.map((code) => ERROR_CATALOGUE[code].status))];
  return Object.fromEntries(
    statuses.map((status) => [status, errorResponse(codes.filter((code) => ERROR_CATALOGUE[code].status === status))]),
  );
}

function errorResponse(codes: readonly ErrorCode[]): ResponseObject {
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_CATALOGUE[code].meaning}`).join('\n\n'),
    headers: headers('X-Request-Id', ...(codes.includes('RATE_LIMIT_EXCEEDED') ? ['Retry-After' as const] : [])),
    content: json({
      schema: oneOfCodes(codes),
      examples: Object.fromEntries(codes.map((code) => [code, inComponents('examples', code)])),
    }),
  };
}

/** Each body has its own code, so exactly one of the schemas fits. */
function oneOfCodes(codes: readonly ErrorCode[]): Schema {
  const schemas = codes.map((code) => ref(errorSchemaName(code)));
  const [only] = schemas;
  if (only && schemas.length === 1) return only;
  const mapping = Object.fromEntries(codes.map((code, index) => [code, schemas[index]?.$ref]));
  return { oneOf: schemas, discriminator: { propertyName: 'code', mapping } };
}

function headers(...names: readonly HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, inComponents('headers', name)]));
}

function json(media: MediaType) {
  return { 'application/json': media };
}
