import { applyDecorators, SetMetadata, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOperation } from '@nestjs/swagger';
import type { Schema } from './schema';
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
  /** The name of an example that is shown instead of that of the answer. */
  answerExample?: string;
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

/** Puts the operation into the OpenAPI documents. Every operation of both APIs needs it, or no document is made. */
export const Documented = (documentation: Documentation) => {
  const { operationId, summary, description, answer } = documentation;
  return applyDecorators(
    SetMetadata(DOCUMENTED, documentation),
    ApiOperation({ operationId, summary, ...(description !== undefined && { description }) }),
    ...(typeof answer === 'string' ? [] : [ApiExtraModels(modelOf(answer))]),
  );
};

/** The heading under which a controller's operations stand. Controllers that give the same name share it. */
export const DocumentedGroup = (name: string, description: string) =>
  SetMetadata(DOCUMENTED_GROUP, { name, description } satisfies DocumentedGroupOf);

function modelOf(body: Type | readonly [Type]): Type {
  return typeof body === 'function' ? body : body[0];
}
