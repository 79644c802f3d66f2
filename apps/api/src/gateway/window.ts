import type { Hit, RateLimitStore } from '@app/platform';

const WINDOW_MS = 60_000;

/**
 * Counts one request and tells what is left of the limit (below zero: nothing was) and in how many whole seconds the
 * window ends. A promise only when the store needs one.
 */
export function takeFrom(
  store: RateLimitStore,
  key: string,
  limit: number,
  judge: (remaining: number, retryAfterSeconds: number) => void,
): void | Promise<void> {
  const decide = ({ count, remainingMs }: Hit): void =>
    judge(limit - count, Math.max(1, Math.ceil(remainingMs / 1_000)));
  const hit = store.hit(key, WINDOW_MS);
  return hit instanceof Promise ? hit.then(decide) : decide(hit);
}
