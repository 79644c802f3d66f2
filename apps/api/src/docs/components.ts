import type { ComponentsObject, HeaderObject, ParameterObject, SecuritySchemeObject } from '@nestjs/swagger';
import { MAX_PER_PAGE } from '../http/page-query.dto';
import { response, orNull, text, whole, type Schema } from './schema';
import { ERROR_CATALOGUE, errorSchema, errorSchemaName, type ErrorCode } from './error-catalogue';
import { exampleOf, type Schemas } from './example-of';
import type { Credential } from './guard-facts';

const present = (schema: Schema): HeaderObject => header(schema, true);
const mayBeAbsent = (schema: Schema): HeaderObject => header(schema, false);

function header({ description = '', ...schema }: Schema, required: boolean): HeaderObject {
  return { description, required, schema: schema as HeaderObject['schema'] & object };
}

const count = (description: string) => whole(description, { minimum: 0 });

const HEADERS = {
  'X-Request-Id': present(text('The id of the request in our logs: yours if you sent a valid one, otherwise ours.')),
  'X-RateLimit-Limit-IP': present(count('Requests per minute from one network address.')),
  'X-RateLimit-Remaining-IP': present(count('How many of them are left.')),
  'X-RateLimit-Limit': present(count('Requests per minute with this API key.')),
  'X-RateLimit-Remaining': present(count('How many of them are left.')),
  'Retry-After': mayBeAbsent(count('Seconds to wait. Only `RATE_LIMIT_EXCEEDED` and `TRANSFER_RATE_LIMITED` have it.')),
  'Idempotency-Replayed': mayBeAbsent({
    ...text('Present when this is the response of an earlier call with the same `Idempotency-Key`.'),
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
  sessionKind: {
    name: 'X-Session',
    in: 'header',
    required: false,
    description: 'With `cookie`, the token is set as a cookie that no script can read, and is not in the response.',
    schema: { type: 'string', enum: ['cookie'] },
    example: 'cookie',
  },
  sessionActivity: {
    name: 'X-Session-Activity',
    in: 'header',
    required: false,
    description: 'With `background`, the request does not extend the session of a browser.',
    schema: { type: 'string', enum: ['background'] },
    example: 'background',
  },
} as const satisfies Record<string, ParameterObject>;

export type ParameterName = keyof typeof PARAMETERS;

const SECURITY_SCHEMES = {
  ApiKeyAsBearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'pay_<account>_<environment>_<secret>',
    description: 'An API key. If this header is present, `X-API-KEY` is ignored.',
  },
  ApiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-KEY', description: 'The same API key in its own header.' },
  PanelSession: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token that signing in to the panel returns. It lasts twelve hours.',
  },
  PanelCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'panel_session',
    description:
      'The cookie of a browser that signed in with `X-Session: cookie`. A request that changes something must carry ' +
      '`Sec-Fetch-Site: same-origin` or the `Origin` of the service.',
  },
} as const satisfies Record<string, SecuritySchemeObject>;

/** The schemes with which a caller can identify itself; any of them is enough. */
export const SCHEMES_OF: Readonly<Record<Credential, readonly (keyof typeof SECURITY_SCHEMES)[]>> = {
  'api-key': ['ApiKeyAsBearer', 'ApiKeyHeader'],
  session: ['PanelSession', 'PanelCookie'],
  'optional-session': ['PanelSession', 'PanelCookie'],
  none: [],
};

const PAGE_FIELDS = {
  per_page: whole('The maximum number of entries on a page.', { minimum: 1, maximum: MAX_PER_PAGE, examples: [20] }),
  next_cursor: orNull(text('The `cursor` of the next page, null on the last one.', { examples: [null] })),
};
const PAGE_META = response(PAGE_FIELDS);
const PAGE_META_WITH_TOTALS = response({
  ...PAGE_FIELDS,
  totals: {
    type: ['array', 'null'],
    examples: [[{ currency: 'ARS', count: 1, amount: '15000.00' }]],
    description:
      'Of everything that the filter shows, by currency. Null on further pages, and where there is too much to add up.',
    items: response({
      currency: text('The currency of the sum.', { examples: ['ARS'] }),
      count: whole('How many entries are in it.', { minimum: 1, examples: [1] }),
      amount: text('The sum.', { examples: ['15000.00'] }),
    }),
  },
});

type Components = Required<
  Pick<ComponentsObject, 'schemas' | 'examples' | 'parameters' | 'headers' | 'securitySchemes'>
>;

/** Everything that a document can refer to. `schemas` are those of the DTOs. */
export function allComponents(schemas: Schemas): Components {
  const codes = Object.keys(ERROR_CATALOGUE) as ErrorCode[];
  const errors = codes.map((code) => [errorSchemaName(code), errorSchema(code)] as const);
  const examples = codes.map((code) => {
    return [code, { summary: ERROR_CATALOGUE[code].meaning, value: exampleOf(errorSchema(code)) }] as const;
  });
  return {
    schemas: {
      ...schemas,
      PageMeta: PAGE_META,
      PageMetaWithTotals: PAGE_META_WITH_TOTALS,
      ...Object.fromEntries(errors),
    } as Components['schemas'],
    examples: Object.fromEntries(examples),
    parameters: PARAMETERS,
    headers: HEADERS,
    securitySchemes: SECURITY_SCHEMES,
  };
}

/** Those components that the document refers to, directly or through others. */
export function usedComponents(document: object, all: Components): ComponentsObject {
  const used = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      const place = `${kind}/${name}`;
      if (used.has(place)) continue;
      used.add(place);
      follow(all[kind as keyof Components][name]);
    }
  };
  follow(document);
  const text = JSON.stringify(document);
  const isUsed = (kind: string, name: string) =>
    kind === 'securitySchemes' ? text.includes(`"${name}":[`) : used.has(`${kind}/${name}`);
  return Object.fromEntries(
    Object.entries(all).map(([kind, entries]) => [
      kind,
      Object.fromEntries(Object.entries(entries).filter(([name]) => isUsed(kind, name))),
    ]),
  );
}
