/** Attempts that a delivery has at most. Source: specification, "Limits". */
export const MAX_ATTEMPTS = 5;

/** Share by which a delay varies either way, so that what failed together does not come back together. */
const JITTER = 0.1;

/**
 * Milliseconds from a failed attempt to the next one, or undefined after the last. `random` is from 0 up to 1.
 */
export function retryDelayMs(delaysMs: readonly number[], attempt: number, random: number): number | undefined {
  const delay = attempt < MAX_ATTEMPTS ? delaysMs[attempt - 1] : undefined;
  return delay === undefined ? undefined : Math.round(delay * (1 - JITTER + 2 * JITTER * random));
}
