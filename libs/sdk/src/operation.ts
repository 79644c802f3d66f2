import type { Shape } from './response';
import type { KnownCode } from './codes';
import type { ServicePayError } from './errors';

/** One call as it is sent, with the properties of its operation. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the base address, with its leading slash. */
  path: string;
  shape: Shape;
  /** Whether sending it twice has the same effect as sending it once, so that it may be sent again after a lost response. */
  repeatable: boolean;
  /** Whether it is sent with an `Idempotency-Key`, which makes a creation repeatable. */
  creates?: boolean;
  /** Errors that may be temporary here, although they are not elsewhere. */
  alsoRetried?: readonly KnownCode[];
  /** The result, if this error shows that an earlier attempt without a clear response has succeeded. */
  doneAccordingTo?: (error: ServicePayError) => unknown;
}
