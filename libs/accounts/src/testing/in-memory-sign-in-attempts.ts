import type { Clock, Tx } from '@app/kernel';
import { createHash } from 'node:crypto';
import { SignInAttempts, type SignInAttempt } from '../sign-in/application/ports';
import { FAILURES_SECONDS, type SignInPlace } from '../sign-in/domain/sign-in';

interface Counter {
  failedAt: number[];
  lockedUntil: number | null;
}

/** Counts attempts in a map. */
export class InMemorySignInAttempts extends SignInAttempts {
  private readonly counters = new Map<string, Counter>();

  constructor(private readonly clock: Clock) {
    super();
  }

  async take(_tx: Tx, email: string, { name, limit, lockSeconds }: SignInPlace): Promise<SignInAttempt> {
    const now = this.clock.now().getTime();
    const counter = this.counters.get(keyOf(email, name)) ?? { failedAt: [], lockedUntil: null };
    if (counter.lockedUntil !== null && counter.lockedUntil > now) {
      return { outcome: 'locked', retryAfterSeconds: Math.ceil((counter.lockedUntil - now) / 1_000) };
    }
    const recent =
      counter.lockedUntil === null ? counter.failedAt.filter((at) => at > now - FAILURES_SECONDS * 1_000) : [];
    const failedAt = [...recent, now];
    const isLast = failedAt.length >= limit;
    this.counters.set(keyOf(email, name), { failedAt, lockedUntil: isLast ? now + lockSeconds * 1_000 : null });
    const addressHash = createHash('sha256').update(email.toLowerCase()).digest();
    return { outcome: isLast ? 'last' : 'granted', addressHash };
  }

  async giveBack(_tx: Tx, email: string, { name }: SignInPlace): Promise<void> {
    const counter = this.counters.get(keyOf(email, name));
    if (!counter) return;
    counter.failedAt.pop();
    counter.lockedUntil = null;
    if (counter.failedAt.length === 0) this.counters.delete(keyOf(email, name));
  }

  async clear(_tx: Tx, email: string, { name }: SignInPlace): Promise<void> {
    this.counters.delete(keyOf(email, name));
  }

  async clearAll(_tx: Tx, email: string): Promise<void> {
    for (const key of this.counters.keys()) if (key.startsWith(keyOf(email, ''))) this.counters.delete(key);
  }

  async deleteExpired(_tx: Tx, limit: number): Promise<number> {
    const ended = [...this.counters].filter(([, counter]) => this.hasEnded(counter)).slice(0, limit);
    for (const [key] of ended) this.counters.delete(key);
    return ended.length;
  }

  private hasEnded({ failedAt }: Counter): boolean {
    return (failedAt.at(-1) ?? 0) <= this.clock.now().getTime() - FAILURES_SECONDS * 1_000;
  }
}

function keyOf(email: string, place: string): string {
  return `${email.toLowerCase()} ${place}`;
}
