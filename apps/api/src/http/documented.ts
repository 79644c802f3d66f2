import { applyDecorators, SetMetadata, UseInterceptors, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, getSchemaPath } from '@nestjs/swagger';
import { DOCUMENTED, type Documentation, type DocumentedBody } from './documentation';
import { EnvelopeInterceptor } from './envelope.interceptor';

export const DOCUMENTED_GROUP = 'documented-group';

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
  const { operationId, summary, description, response, alternative } = documentation;
  return applyDecorators(
    SetMetadata(DOCUMENTED, documentation),
    UseInterceptors(EnvelopeInterceptor),
    ApiOperation({ operationId, summary, ...(description !== undefined && { description }) }),
    ApiExtraModels(modelOf(response), ...(alternative ? [alternative.response] : [])),
  );
};

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
