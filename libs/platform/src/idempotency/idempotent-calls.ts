import { UnitOfWork, type IdempotencyClaim } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { Idempotency, type IdempotencyScope } from './idempotency';

/** Executes the first call of a key, and gives repeated ones its response. */
@Injectable()
export class IdempotentCalls {
  /**
   * How many calls with a key this process runs. If it runs none, a claim of this process is left over: the connection
   * was lost while it was made or released.
   */
  private readonly running = new Map<string, number>();

  constructor(
    private readonly idempotency: Idempotency,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Claims the key and executes the call, which keeps its response in the transaction of what it creates. A call that
   * fails releases the claim, so that the key can be tried again. A repeated call is not executed: the result has the
   * response that was kept, and `isReplay`. Throws `IdempotencyKeyReusedError`, `IdempotencyInProgressError`, and what the
   * call throws.
   */
  async run(
    scope: IdempotencyScope,
    key: string,
    body: unknown,
    call: (claim: IdempotencyClaim) => Promise<unknown>,
  ): Promise<{ response: unknown; isReplay: boolean }> {
    const name = `${scope.caller} ${scope.path} ${key}`;
    const others = this.running.get(name) ?? 0;
    this.running.set(name, others + 1);
    try {
      return await this.runClaimed(scope, key, body, call, others > 0);
    } finally {
      const left = (this.running.get(name) ?? 1) - 1;
      if (left > 0) this.running.set(name, left);
      else this.running.delete(name);
    }
  }

  private async runClaimed(
    scope: IdempotencyScope,
    key: string,
    body: unknown,
    call: (claim: IdempotencyClaim) => Promise<unknown>,
    runsHere: boolean,
  ): Promise<{ response: unknown; isReplay: boolean }> {
    const begun = await this.uow.once((tx) => this.idempotency.begin(tx, scope, key, body, runsHere));
    if (begun.outcome === 'replay') return { response: begun.response, isReplay: true };
    try {
      return { response: await call(begun.claim), isReplay: false };
    } catch (error) {
      await this.release(begun.claim);
      throw error;
    }
  }

  /** When this fails too, the claim is left over; the first error is the one to report. */
  private release(claim: IdempotencyClaim): Promise<void> {
    return this.uow.once((tx) => this.idempotency.release(tx, claim)).catch(() => undefined);
  }
}
