import type { ThrottlerStorage } from '@nestjs/throttler';

/** The throttler's record of a counter after one more request. Its times are whole seconds. */
export type ThrottlerRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** The record of a fixed window: beyond the limit, requests are blocked until the window ends, one second at least. */
export function throttlerRecord(totalHits: number, remainingMs: number, limit: number): ThrottlerRecord {
  const seconds = Math.max(1, Math.ceil(remainingMs / 1_000));
  return { totalHits, timeToExpire: seconds, isBlocked: totalHits > limit, timeToBlockExpire: seconds };
}
