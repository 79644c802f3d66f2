/** The maximum number of attempts of a delivery. Rule 13.11. */
export const MAX_ATTEMPTS = 5;

/** The share by which a delay varies, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;

/** Milliseconds between a failed attempt and the next one, or undefined after the last. `random` is from 0 up to 1. */
export function retryDelayMs(delaysMs: readonly number[], attempt: number, random: number): number | undefined {
  const delay = attempt < MAX_ATTEMPTS ? delaysMs[attempt - 1] : undefined;
  return delay === undefined ? undefined : Math.round(delay * (1 - JITTER + 2 * JITTER * random));
}
