import type {
  HeaderObject,
  MediaTypeObject,
  OperationObject,
  ReferenceObject,
  ResponseObject,
  SchemaObject,
} from '@nestjs/swagger';
import { schemaOf } from '../http/documented';
import { FILE_TYPES } from '../http/file-format';
import { response, ref, text, type Schema } from './schema';
import { SCHEMES_OF, type HeaderName, type ParameterName } from './components';
import { ERROR_CATALOGUE, errorSchemaName, type ErrorCode } from './error-catalogue';
import { exampleOf, type Schemas } from './example-of';
import type { Operation } from './operations';

const COUNTERS: readonly HeaderName[] = [
  'X-RateLimit-Limit-IP',
  'X-RateLimit-Remaining-IP',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
];

/** Its columns are the fields of the entries; a field of a nested object has both names. */
const CSV_FILE: SchemaObject = {
  type: 'string',
  description: 'The whole list as an RFC 4180 CSV file. Text that would be a formula is preceded by an apostrophe.',
};

const WORKBOOK: SchemaObject = {
  type: 'string',
  format: 'binary',
  description:
    'The same rows as an Excel workbook, with headings in the language of `Accept-Language` or else of the account, and ' +
    'times in the time zone of the account.',
};

/**
 * Completes what Swagger derives from an operation's decorators with what follows from its guards and with what all
 * operations have in common: credentials, headers, the envelope and every code that it can respond with.
 */
export function completeOperation(
  described: OperationObject,
  operation: Operation,
  tag: string,
  schemas: Schemas,
): OperationObject {
  const { operationId, summary, requestBody } = described;
  const description = [described.description, permissionLine(operation)].filter(Boolean).join('\n\n');
  const parameters = parametersOf(described, operation);
  const [success = '200'] = Object.keys(described.responses);
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description && { description }),
    security: securityOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody: withExample(requestBody, schemas) }),
    responses: { [success]: successOf(operation, schemas), ...errorsOf(codesOf(operation, described)) },
  };
}

function permissionLine({ guards, permissions }: Operation): string | undefined {
  if (guards.credential === 'none' || guards.credential === 'optional-session') return undefined;
  return `Permission: ${permissions.map((name) => `\`${name}\``).join(' or ') || 'none'}.`;
}

/** Every credential with every permission that is enough. */
function securityOf({ guards, permissions }: Operation) {
  const enough = permissions.length > 0 ? permissions.map((permission) => [permission]) : [[]];
  const ways = SCHEMES_OF[guards.credential].flatMap((scheme) => enough.map((scopes) => ({ [scheme]: scopes })));
  return guards.credential === 'optional-session' ? [{}, ...ways] : ways;
}

function parametersOf({ parameters = [] }: OperationObject, operation: Operation) {
  const shared = (...names: readonly ParameterName[]) => names.map((name) => inComponents('parameters', name));
  const query = parameters.filter((parameter) => 'in' in parameter && parameter.in === 'query');
  return [
    ...(takesId(operation) ? shared('id') : []),
    ...query,
    ...(operation.takesIdempotencyKey ? shared('idempotencyKey') : []),
    ...(operation.documentation.header ? shared(operation.documentation.header) : []),
  ];
}

function withExample(body: OperationObject['requestBody'] & object, schemas: Schemas) {
  if ('$ref' in body) return body;
  const media = body.content['application/json'] as MediaTypeObject;
  return { ...body, content: json({ ...media, example: exampleOf(media.schema as Schema, schemas) }) };
}

function successOf({ documentation, guards, takesIdempotencyKey }: Operation, schemas: Schemas): ResponseObject {
  const { message, alternative, paged, totals, files, example } = documentation;
  const shape = response({
    success: { type: 'boolean', const: true },
    message: text('For people; it may change.', { examples: [message, ...(alternative ? [alternative.message] : [])] }),
    data: alternative
      ? { oneOf: [schemaOf(documentation.response), schemaOf(alternative.response)] }
      : schemaOf(documentation.response),
    ...(paged && { meta: ref(totals ? 'PageMetaWithTotals' : 'PageMeta') }),
  });
  const whole = exampleOf(shape, schemas) as { data: object };
  return {
    description: [message, ...(alternative ? [alternative.message] : [])].join(' Or: '),
    headers: headers(
      'X-Request-Id',
      ...(guards.credential === 'api-key' ? COUNTERS : []),
      ...(takesIdempotencyKey ? ['Idempotency-Replayed' as const] : []),
    ),
    content: {
      ...json({
        schema: shape as SchemaObject,
        example: example ? { ...whole, data: { ...whole.data, ...example } } : whole,
      }),
      ...(files && { [FILE_TYPES.csv]: { schema: CSV_FILE }, [FILE_TYPES.xlsx]: { schema: WORKBOOK } }),
    },
  };
}

/** Every code that the operation can respond with, in the order of the catalogue. */
function codesOf(operation: Operation, { parameters = [], requestBody }: OperationObject): ErrorCode[] {
  const { guards, permissions, method, documentation } = operation;
  const takesBody = requestBody !== undefined;
  const takesQuery = parameters.some((parameter) => 'in' in parameter && parameter.in === 'query');
  const when = (holds: boolean, ...codes: readonly ErrorCode[]) => (holds ? codes : []);
  const codes = new Set<string>([
    ...guards.codes,
    ...(guards.lacking && permissions.length > 0 ? [guards.lacking] : []),
    // A cookie's session that comes from elsewhere.
    ...when(guards.credential === 'session' && method !== 'get', 'PERMISSION_DENIED'),
    ...when(operation.needsFreshSession, 'CONFIRMATION_REQUIRED'),
    ...when(takesId(operation), 'RESOURCE_NOT_FOUND'),
    ...when(takesBody, 'PAYLOAD_TOO_LARGE'),
    ...when(takesBody || takesQuery, 'VALIDATION_FAILED'),
    ...when(operation.takesIdempotencyKey, 'IDEMPOTENCY_IN_PROGRESS'),
    ...when(operation.takesIdempotencyKey && takesBody, 'IDEMPOTENCY_KEY_REUSED'),
    ...when(!operation.namesOwnFailures, 'SYSTEM_DATABASE_ERROR'),
    ...(documentation.codes ?? []),
  ]);
  return (Object.keys(ERROR_CATALOGUE) as ErrorCode[]).filter((code) => codes.has(code));
}

function errorsOf(codes: readonly ErrorCode[]): Record<string, ResponseObject> {
  const statuses = [...new Set(codes.map((code) => ERROR_CATALOGUE[code].status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => [status, errorOf(codes.filter((code) => ERROR_CATALOGUE[code].status === status))]),
  );
}

function errorOf(codes: readonly ErrorCode[]): ResponseObject {
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_CATALOGUE[code].meaning}`).join('\n\n'),
    headers: headers('X-Request-Id', ...(codes.some(hasRetryAfter) ? ['Retry-After' as const] : [])),
    content: json({
      schema: oneOfCodes(codes) as SchemaObject,
      examples: Object.fromEntries(codes.map((code) => [code, inComponents('examples', code)])),
    }),
  };
}

const hasRetryAfter = (code: ErrorCode) => code === 'RATE_LIMIT_EXCEEDED' || code === 'TRANSFER_RATE_LIMITED';

/** Each body has its own code, so exactly one of the schemas fits. */
function oneOfCodes(codes: readonly ErrorCode[]): Schema {
  const schemas = codes.map((code) => ref(errorSchemaName(code)));
  const [only] = schemas;
  if (only && schemas.length === 1) return only;
  const mapping = Object.fromEntries(codes.map((code, index) => [code, schemas[index]?.$ref]));
  return { oneOf: schemas, discriminator: { propertyName: 'code', mapping } };
}

const takesId = ({ path }: Operation): boolean => path.includes('{id}');

const inComponents = (kind: string, name: string): ReferenceObject => ({ $ref: `#/components/${kind}/${name}` });

function headers(...names: readonly HeaderName[]): Record<string, HeaderObject | ReferenceObject> {
  return Object.fromEntries(names.map((name) => [name, inComponents('headers', name)]));
}

function json(media: MediaTypeObject) {
  return { 'application/json': media };
}
