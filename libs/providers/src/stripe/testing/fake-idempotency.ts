/** What a key was answered first: everything that ran is kept, Stripe's own failures too. */
export interface FakeAnswer {
  readonly status: number;
  readonly body: object;
}

interface Kept {
  readonly fingerprint: string;
  readonly answer: FakeAnswer;
}

/** The answers to idempotency keys. */
export class FakeIdempotency {
  private readonly kept = new Map<string, Kept>();

  /** The answer that the key got first; an error for a key that another call used. */
  find(key: string | undefined, fingerprint: string): FakeAnswer | undefined {
    const kept = key === undefined ? undefined : this.kept.get(key);
    if (!kept || kept.fingerprint === fingerprint) return kept?.answer;
    const message = 'Keys for idempotent requests can only be used with the same parameters they were first used with.';
    return { status: 400, body: { error: { type: 'idempotency_error', message } } };
  }

  keep(key: string | undefined, fingerprint: string, answer: FakeAnswer): void {
    if (key !== undefined) this.kept.set(key, { fingerprint, answer });
  }

  /** Stripe removes keys after a day. */
  forget(): void {
    this.kept.clear();
  }
}
