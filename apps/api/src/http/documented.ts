import { applyDecorators, SetMetadata, UseInterceptors, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, getSchemaPath } from '@nestjs/swagger';
import { EnvelopeInterceptor } from './envelope.interceptor';
import type { DomainCode } from './statuses';

export const DOCUMENTED = 'documented';
export const DOCUMENTED_GROUP = 'documented-group';

/** A DTO, or a list of one. */
export type DocumentedBody = Type | readonly [Type];

/** What the code alone cannot say about an operation; the rest is read from its route, its guards and its parameters. */
export interface Documentation {
  /** Unique in both APIs; generated clients name their methods after it. */
  operationId: string;
  /** One line without a full stop. */
  summary: string;
  /** Markdown: whole sentences, and `code` between backticks. */
  description?: string;
  /** What `data` of a success contains. */
  answer: DocumentedBody;
  /** The `message` of a success. `EnvelopeInterceptor` puts it into the response. */
  message: string;
  /** The other success, with the same status, of an operation that has two; the difference is in `description`. */
  alternative?: Readonly<{ answer: Type; message: string }>;
  /** Fields of the example that differ from the examples of the answer's properties. */
  example?: Readonly<Record<string, unknown>>;
  /** A list that is read in pages: its answer has `meta`. */
  paged?: true;
  /** `meta` of a paged list has the totals of its filter. */
  totals?: true;
  /** The whole list is available as files. */
  files?: true;
  /** The header that only this operation takes. */
  header?: 'sessionKind' | 'sessionActivity';
  /** The codes beyond those that follow from its guards, its id and its body. */
  codes?: readonly DomainCode[];
}

/** What the operations of one controller have in common. */
export interface DocumentedGroupOf {
  name: string;
  description: string;
}

/**
 * Puts the operation into the OpenAPI documents, and its result into the envelope of a success. Every operation of both
 * APIs needs it, or no document is made.
 */
export const Documented = (documentation: Documentation) => {
  const { operationId, summary, description, answer, alternative } = documentation;
  return applyDecorators(
    SetMetadata(DOCUMENTED, documentation),
    UseInterceptors(EnvelopeInterceptor),
    ApiOperation({ operationId, summary, ...(description !== undefined && { description }) }),
    ApiExtraModels(modelOf(answer), ...(alternative ? [alternative.answer] : [])),
  );
};

/** What `@Documented` says about the method of a controller. Throws for a method without it. */
export function documentationOf(handler: object): Documentation {
  const documentation = Reflect.getMetadata(DOCUMENTED, handler) as Documentation | undefined;
  if (!documentation) throw new Error('an operation has no @Documented');
  return documentation;
}

/** The schema of a body as the documents refer to it. */
export function schemaOf(body: DocumentedBody): { $ref: string } | { type: 'array'; items: { $ref: string } } {
  const $ref = getSchemaPath(modelOf(body));
  return Array.isArray(body) ? { type: 'array', items: { $ref } } : { $ref };
}

/** The heading of a controller's operations. Controllers that give the same name share it. */
export const DocumentedGroup = (name: string, description: string) =>
  SetMetadata(DOCUMENTED_GROUP, { name, description } satisfies DocumentedGroupOf);

function modelOf(body: Type | readonly [Type]): Type {
  return typeof body === 'function' ? body : body[0];
}
