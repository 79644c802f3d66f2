import type { Clock, Tx } from '@app/kernel';
import { createHash } from 'node:crypto';
import { SignInAttempts, type SignInAttempt } from '../application/ports';
import { MAX_FAILED_SIGN_INS, SIGN_IN_LOCK_SECONDS } from '../domain/sign-in';

/** Counts attempts in a map. */
export class InMemorySignInAttempts extends SignInAttempts {
  private readonly counters = new Map<string, { tries: number; endsAt: number }>();

  constructor(private readonly clock: Clock) {
    super();
  }

  async take(_tx: Tx, email: string): Promise<SignInAttempt> {
    const now = this.clock.now().getTime();
    const key = email.toLowerCase();
    const counter = this.counters.get(key);
    const tries = counter && counter.endsAt > now ? counter.tries + 1 : 1;
    if (counter && tries > MAX_FAILED_SIGN_INS) {
      return { outcome: 'locked', retryAfterSeconds: Math.ceil((counter.endsAt - now) / 1_000) };
    }
    this.counters.set(key, { tries, endsAt: now + SIGN_IN_LOCK_SECONDS * 1_000 });
    const addressHash = createHash('sha256').update(key).digest();
    return { outcome: tries === MAX_FAILED_SIGN_INS ? 'last' : 'granted', addressHash };
  }

  async giveBack(_tx: Tx, email: string): Promise<void> {
    const counter = this.counters.get(email.toLowerCase());
    if (!counter) return;
    counter.tries -= 1;
    if (counter.tries === 0) this.counters.delete(email.toLowerCase());
  }

  async clear(_tx: Tx, email: string): Promise<void> {
    this.counters.delete(email.toLowerCase());
  }

  async deleteExpired(_tx: Tx, limit: number): Promise<number> {
    const now = this.clock.now().getTime();
    const ended = [...this.counters].filter(([, { endsAt }]) => endsAt <= now).slice(0, limit);
    for (const [key] of ended) this.counters.delete(key);
    return ended.length;
  }
}
