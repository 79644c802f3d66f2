import { IdempotentResponses, type IdempotencyClaim, type IdempotentResponse } from '../idempotent-responses';
import type { Tx } from '../unit-of-work';

/** Records the kept responses and their claims. */
export class RecordedResponses extends IdempotentResponses {
  readonly kept: { claim: IdempotencyClaim; response: unknown }[] = [];
  /** Makes `keep` fail, as when another call has taken over the claim. */
  failure: Error | undefined;

  async keep<T>(_tx: Tx, response: IdempotentResponse<T> | undefined, created: T): Promise<void> {
    if (!response) return;
    if (this.failure) throw this.failure;
    this.kept.push({ claim: response.claim, response: response.present(created) });
  }
}

/** The claim of a call. */
export function aClaim(): IdempotencyClaim {
  return { scope: 'someone /somewhere', key: 'order-1001', token: 'a-token' };
}
