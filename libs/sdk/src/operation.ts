import type { Shape } from './response';
import type { KnownCode } from './codes';
import type { ServicePayError } from './errors';

/** One call as it is sent, with the properties of its operation. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base address, with its leading slash. */
  path: string;
  responses: Shape;
  /** Whether sending it twice does no more than sending it once, so that it may be sent again after a lost response. */
  repeatable: boolean;
  /** Gets an `Idempotency-Key`, which makes a creation repeatable. */
  creates?: boolean;
  /** Errors that may be temporary here, although they are not elsewhere. */
  alsoRetried?: readonly KnownCode[];
  /** After an attempt without a clear response: the result, if this error shows that the attempt had done its work. */
  doneAccordingTo?: (error: ServicePayError) => unknown;
}
