import type { Tx } from './unit-of-work';

/** The right to execute the call of an `Idempotency-Key`, until its response is stored or the claim is released. */
export interface IdempotencyClaim {
  scope: string;
  key: string;
  token: string;
}

/** How to build the response that repeated calls with the same `Idempotency-Key` get. */
export interface IdempotentResponse<T> {
  claim: IdempotencyClaim;
  /** Pure. The result is stored as JSON, so it must not contain secrets. */
  present: (created: T) => unknown;
}

/** Stores the responses of creating use cases. */
export abstract class IdempotentResponses {
  /**
   * Stores the response in the transaction that created `created`. Does nothing for a call without a key. Throws when the
   * claim has expired and another call holds the key, so that the transaction rolls back.
   */
  abstract keep<T>(tx: Tx, response: IdempotentResponse<T> | undefined, created: T): Promise<void>;
}
