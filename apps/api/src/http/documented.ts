import { SetMetadata } from '@nestjs/common';
import type { ErrorCode } from '../docs/error-catalogue';
import type { VariantName } from '../docs/examples';
import type { SchemaName } from '../docs/schemas';
import type { Schema } from './schema';

export const DOCUMENTED = 'documented';
export const DOCUMENTED_GROUP = 'documented-group';

/** What the code alone cannot tell of an operation; all else is read from its route, its guards and its parameters. */
export interface Documentation {
  /** Unique in both APIs; generated clients name their methods after it. */
  operationId: string;
  /** One line without a full stop. */
  summary: string;
  /** Markdown: whole sentences, and `code` between backticks. */
  description?: string;
  /** The body. Operations without one ignore whatever is sent. */
  request?: SchemaName;
  /** What `data` of a success holds. */
  answer: SchemaName;
  /** The `message` of a success, for its example. */
  message: string;
  /** Shown instead of the example that the schema of the answer has. */
  answerExample?: VariantName;
  /** A list of which there may be more: takes `per_page` and `cursor`, answers with `meta`. */
  paged?: true;
  /** Further query parameters, all optional unless `requiredQuery` names them. */
  query?: Readonly<Record<string, Schema>>;
  requiredQuery?: readonly string[];
  /** The codes beyond those that follow from its guards, its id and its body (`implied-codes.ts`). */
  codes?: readonly ErrorCode[];
}

/** What the operations of one controller have in common. */
export interface DocumentedGroupOf {
  name: string;
  description: string;
}

/** Puts the operation into the OpenAPI documents. Every operation of both APIs needs it, or no document is made. */
export const Documented = (documentation: Documentation) => SetMetadata(DOCUMENTED, documentation);

/** The heading under which a controller's operations stand. Controllers that give the same name share it. */
export const DocumentedGroup = (name: string, description: string) =>
  SetMetadata(DOCUMENTED_GROUP, { name, description } satisfies DocumentedGroupOf);
