import { IdempotentAnswers, type IdempotencyClaim, type IdempotentAnswer } from '../idempotent-answers';
import type { Tx } from '../unit-of-work';

/** Records the kept answers and their claims. */
export class RecordedAnswers extends IdempotentAnswers {
  readonly kept: { claim: IdempotencyClaim; answer: unknown }[] = [];
  /** Makes `keep` fail, as when another call has taken over the claim. */
  failure: Error | undefined;

  async keep<T>(_tx: Tx, answer: IdempotentAnswer<T> | undefined, created: T): Promise<void> {
    if (!answer) return;
    if (this.failure) throw this.failure;
    this.kept.push({ claim: answer.claim, answer: answer.present(created) });
  }
}

/** The claim of a call. */
export function aClaim(): IdempotencyClaim {
  return { scope: 'someone /somewhere', key: 'order-1001', token: 'a-token' };
}
