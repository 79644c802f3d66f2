import type { Tx } from './unit-of-work';

/** The right to carry out the call that an `Idempotency-Key` names, until the answer is kept or the claim is released. */
export interface IdempotencyClaim {
  scope: string;
  key: string;
  token: string;
}

/** The answer to keep for repeated calls with the same `Idempotency-Key`, once there is something to answer with. */
export interface IdempotentAnswer<T> {
  claim: IdempotencyClaim;
  /** Pure. What it returns is kept as JSON, so it holds no secret. */
  present: (created: T) => unknown;
}

/** Where creating use cases keep their answers. */
export abstract class IdempotentAnswers {
  /**
   * Keeps the answer in the transaction that created `created`; nothing to do for a call without a key. Throws, which
   * rolls the transaction back, when the claim has expired and another call holds the key.
   */
  abstract keep<T>(tx: Tx, answer: IdempotentAnswer<T> | undefined, created: T): Promise<void>;
}
