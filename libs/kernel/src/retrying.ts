/** Delays for recording the outcome of something that was sent: in all less than the lease that protects it. */
export const RECORD_RETRIES_MS = [100, 500, 2_000, 5_000] as const;

/**
 * Runs the work until it succeeds, once and then again after each delay; throws the last error. For work whose outcome may
 * be unknown when it fails, so a repetition must change nothing that an earlier run has done.
 */
export async function retrying<T>(
  delaysMs: readonly number[],
  work: () => Promise<T>,
  onRetry: (error: unknown) => void,
): Promise<T> {
  for (const ms of delaysMs) {
    try {
      return await work();
    } catch (error) {
      onRetry(error);
      await new Promise((over) => setTimeout(over, ms));
    }
  }
  return work();
}
