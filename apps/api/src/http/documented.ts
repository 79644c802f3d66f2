import { applyDecorators, SetMetadata, type Type } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOperation, ApiQuery, getSchemaPath, type ApiQueryOptions } from '@nestjs/swagger';
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from './paging';
import { text, whole, type Schema } from './schema';
import type { DomainCode } from './statuses';

export const DOCUMENTED = 'documented';
export const DOCUMENTED_GROUP = 'documented-group';

/** A DTO, a list of a DTO, or the name of a schema that is not a DTO yet. */
export type DocumentedBody = Type | readonly [Type] | string;

/** What the code alone cannot say about an operation; all else is read from its route, its guards and its parameters. */
export interface Documentation {
  /** Unique in both APIs; generated clients name their methods after it. */
  operationId: string;
  /** One line without a full stop. */
  summary: string;
  /** Markdown: whole sentences, and `code` between backticks. */
  description?: string;
  /** The body. Operations without one ignore any body. */
  request?: Type | string;
  /** What `data` of a success holds. */
  answer: DocumentedBody;
  /** The `message` of a success, for its example. */
  message: string;
  /** Fields of the example that differ from the examples of the answer's properties. */
  example?: Readonly<Record<string, unknown>>;
  /** A list that is read in pages: takes `per_page` and `cursor`, answers with `meta`. */
  paged?: true;
  /** Further query parameters, all optional unless `requiredQuery` names them. */
  query?: Readonly<Record<string, Schema>>;
  requiredQuery?: readonly string[];
  /** The codes beyond those that follow from its guards, its id and its body. */
  codes?: readonly DomainCode[];
}

/** What the operations of one controller have in common. */
export interface DocumentedGroupOf {
  name: string;
  description: string;
}

const PAGE_QUERY: Readonly<Record<string, Schema>> = {
  per_page: whole('How many entries a page has at most.', {
    minimum: 1,
    maximum: MAX_PER_PAGE,
    default: DEFAULT_PER_PAGE,
  }),
  cursor: text('Where the page begins: `meta.next_cursor` of the one before.', { minLength: 1 }),
};

/** Puts the operation into the OpenAPI documents. Every operation of both APIs needs it, or no document is made. */
export const Documented = (documentation: Documentation) => {
  const { operationId, summary, description, request, answer, query, paged, requiredQuery } = documentation;
  const parameters = Object.entries({ ...query, ...(paged && PAGE_QUERY) });
  return applyDecorators(
    SetMetadata(DOCUMENTED, documentation),
    ApiOperation({ operationId, summary, ...(description !== undefined && { description }) }),
    ...(typeof answer === 'string' ? [] : [ApiExtraModels(modelOf(answer))]),
    ...(typeof request === 'string' ? [ApiBody({ schema: schemaOf(request) })] : []),
    ...parameters.map(([name, { description: meaning, ...schema }]) =>
      ApiQuery({
        name,
        description: meaning,
        required: requiredQuery?.includes(name) ?? false,
        schema,
      } as ApiQueryOptions),
    ),
  );
};

/** The schema of a body as the documents refer to it. */
export function schemaOf(body: DocumentedBody): { $ref: string } | { type: 'array'; items: { $ref: string } } {
  const $ref = getSchemaPath(typeof body === 'string' ? body : modelOf(body));
  return Array.isArray(body) ? { type: 'array', items: { $ref } } : { $ref };
}

/** The heading under which a controller's operations stand. Controllers that give the same name share it. */
export const DocumentedGroup = (name: string, description: string) =>
  SetMetadata(DOCUMENTED_GROUP, { name, description } satisfies DocumentedGroupOf);

function modelOf(body: Type | readonly [Type]): Type {
  return typeof body === 'function' ? body : body[0];
}
