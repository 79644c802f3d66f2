import type { FakeAnswer, FakeCall } from '../../testing/fake-server';

interface Kept {
  readonly fingerprint: string;
  readonly answer: FakeAnswer;
}

/**
 * What idempotency keys were answered first: everything that ran is kept, Stripe's own failures too. Version 2 of the API
 * keeps only what was done.
 */
export class FakeIdempotency {
  /** Whether version 2 of the API keeps failures too, as version 1 does. */
  keepsFailures = false;
  private readonly kept = new Map<string, Kept>();

  /** The answer that the key of the call got first; an error for a key that another call used. */
  find(call: FakeCall): FakeAnswer | undefined {
    const kept = this.kept.get(keyOf(call) ?? '');
    if (!kept || kept.fingerprint === fingerprintOf(call)) return kept?.answer;
    const message = 'Keys for idempotent requests can only be used with the same parameters they were first used with.';
    return { status: 400, body: { error: { type: 'idempotency_error', message } } };
  }

  keep(call: FakeCall, { status, body }: FakeAnswer): void {
    const key = keyOf(call);
    const isKept = status < 300 || this.keepsFailures || !call.url.pathname.startsWith('/v2/');
    if (key !== undefined && isKept)
      this.kept.set(key, { fingerprint: fingerprintOf(call), answer: structuredClone({ status, body }) });
  }

  /** Every key that was answered, in the order of its first call. */
  used(): string[] {
    return [...this.kept.keys()];
  }

  /** Stripe removes keys after a day. */
  forget(): void {
    this.kept.clear();
  }
}

function keyOf({ method, headers }: FakeCall): string | undefined {
  return method === 'POST' ? (headers['idempotency-key'] as string | undefined) : undefined;
}

function fingerprintOf({ url, text }: FakeCall): string {
  return `${url.pathname} ${text}`;
}
