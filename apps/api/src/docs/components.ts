import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '../http/page-query.dto';
import { ERROR_CATALOGUE, errorExample, errorSchema, errorSchemaName, type ErrorCode } from './error-catalogue';
import type { Credential } from './implied-codes';
import type { Components, HeaderObject, ParameterObject, SecurityRequirement } from './open-api-types';
import { SCHEMAS } from './schemas';
import { whole, text, type Schema } from '../http/schema';

const present = (schema: Schema): HeaderObject => header(schema, true);
const mayBeAbsent = (schema: Schema): HeaderObject => header(schema, false);

function header({ description = '', ...schema }: Schema, required: boolean): HeaderObject {
  return { description, required, schema };
}

const count = (description: string) => whole(description, { minimum: 0 });

const HEADERS = {
  'X-Request-Id': present(text('The id under which the request is in the log: yours if you sent a sane one, or ours.')),
  'X-RateLimit-Limit-IP': present(count('Requests a minute from one network address.')),
  'X-RateLimit-Remaining-IP': present(count('How many of them are left.')),
  'X-RateLimit-Limit': present(count('Requests a minute with this API key.')),
  'X-RateLimit-Remaining': present(count('How many of them are left.')),
  'Retry-After': mayBeAbsent(count('Seconds to wait. Only `RATE_LIMIT_EXCEEDED` has it.')),
  'Idempotency-Replayed': mayBeAbsent({
    ...text('There when this is the answer of an earlier call with the same `Idempotency-Key`.'),
    const: 'true',
  }),
} satisfies Record<string, HeaderObject>;

export type HeaderName = keyof typeof HEADERS;

const PARAMETERS = {
  id: {
    name: 'id',
    in: 'path',
    required: true,
    description: 'The id, a UUID.',
    schema: { type: 'string', format: 'uuid' },
    example: '01a1fbac-f8bc-7375-8f4b-af78d4f56526',
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Makes it safe to send the call again: a key of your own for this one order, a UUID for example.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: 'order-1001',
  },
  perPage: {
    name: 'per_page',
    in: 'query',
    required: false,
    description: 'How many entries a page has at most.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_PER_PAGE, default: DEFAULT_PER_PAGE },
  },
  cursor: {
    name: 'cursor',
    in: 'query',
    required: false,
    description: 'Where the page begins: `meta.next_cursor` of the one before.',
    schema: { type: 'string', minLength: 1 },
  },
} satisfies Record<string, ParameterObject>;

export type ParameterName = keyof typeof PARAMETERS;

const SECURITY_SCHEMES = {
  ApiKeyAsBearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'pay_<account>_<environment>_<secret>',
    description: 'An API key. When this header is there, `X-API-KEY` is not looked at.',
  },
  ApiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-KEY', description: 'The same API key in its own header.' },
  PanelSession: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token that signing in to the panel gives. It lasts twelve hours.',
  },
};

const SCHEMES: Readonly<Record<Credential, readonly (keyof typeof SECURITY_SCHEMES)[]>> = {
  'api-key': ['ApiKeyAsBearer', 'ApiKeyHeader'],
  session: ['PanelSession'],
  none: [],
};

/** The ways to be allowed in, each of which will do: every credential with every permission that is enough. */
export function securityOf(credential: Credential, permissions: readonly string[]): SecurityRequirement[] {
  const enough = permissions.length > 0 ? permissions.map((permission) => [permission]) : [[]];
  return SCHEMES[credential].flatMap((scheme) => enough.map((scopes) => ({ [scheme]: scopes })));
}

/** All there is to refer to. */
export function allComponents(): Components {
  const codes = Object.keys(ERROR_CATALOGUE) as ErrorCode[];
  const errors = codes.map((code) => [errorSchemaName(code), errorSchema(code)] as const);
  const examples = codes.map((code) => {
    return [code, { summary: ERROR_CATALOGUE[code].meaning, value: errorExample(code) }] as const;
  });
  return {
    schemas: { ...SCHEMAS, ...Object.fromEntries(errors) },
    examples: Object.fromEntries(examples),
    parameters: PARAMETERS,
    headers: HEADERS,
    securitySchemes: SECURITY_SCHEMES,
  };
}

/** Those that the document refers to, and those that these refer to. */
export function componentsFor(document: object): Components {
  const all = allComponents();
  const text = JSON.stringify(document);
  const used = new Set(Object.keys(all.securitySchemes).filter((name) => text.includes(`"${name}":[`)));
  const references = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      const known = references.size;
      if (references.add(`${kind}/${name}`).size > known) follow(all[kind as keyof Components][name]);
    }
  };
  follow(document);
  const pick = <T>(kind: keyof Components, entries: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(entries).filter(([name]) => references.has(`${kind}/${name}`)));
  return {
    schemas: pick('schemas', all.schemas),
    examples: pick('examples', all.examples),
    parameters: pick('parameters', all.parameters),
    headers: pick('headers', all.headers),
    securitySchemes: Object.fromEntries(Object.entries(all.securitySchemes).filter(([name]) => used.has(name))),
  };
}
