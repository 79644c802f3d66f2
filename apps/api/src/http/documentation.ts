import type { Type } from '@nestjs/common';
import type { DomainCode } from './statuses';

/** The metadata of `@Documented`. */
export const DOCUMENTED = 'documented';

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
  response: DocumentedBody;
  /** The `message` of a success. `EnvelopeInterceptor` puts it into the response. */
  message: string;
  /** The other success, with the same status, of an operation that has two; the difference is in `description`. */
  alternative?: Readonly<{ response: Type; message: string }>;
  /** Fields of the example that differ from the examples of the response's properties. */
  example?: Readonly<Record<string, unknown>>;
  /** A list that is read in pages: its response has `meta`. */
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

/** What `@Documented` says about the method of a controller. Throws for a method without it. */
export function documentationOf(handler: object): Documentation {
  const documentation = Reflect.getMetadata(DOCUMENTED, handler) as Documentation | undefined;
  if (!documentation) throw new Error('an operation has no @Documented');
  return documentation;
}
