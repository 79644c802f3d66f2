import { IdempotentAnswers, type IdempotencyClaim, type IdempotentAnswer } from '../idempotent-answers';
import type { Tx } from '../unit-of-work';

/** Remembers what was kept, and under which claim. */
export class RecordedAnswers extends IdempotentAnswers {
  readonly kept: { claim: IdempotencyClaim; answer: unknown }[] = [];
  /** Makes keeping fail, as it does when another call has taken the claim over. */
  failure: Error | undefined;

  async keep<T>(_tx: Tx, answer: IdempotentAnswer<T> | undefined, created: T): Promise<void> {
    if (!answer) return;
    if (this.failure) throw this.failure;
    this.kept.push({ claim: answer.claim, answer: answer.present(created) });
  }
}

/** A claim as the gateway makes one. */
export function aClaim(): IdempotencyClaim {
  return { scope: 'someone /somewhere', key: 'order-1001', token: 'a-token' };
}
