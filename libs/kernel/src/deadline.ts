const LATE = Symbol('late');

/**
 * Waits at most `ms` milliseconds for `work`. After that, aborts the signal and returns what `late` returns (undefined
 * without `late`), or throws what it throws. Work that ignores the signal continues; its result or error is dropped.
 */
export function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined>;
export function within<T, L>(ms: number, work: (signal: AbortSignal) => Promise<T>, late: () => L): Promise<T | L>;
export async function within<T, L>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  late?: () => L,
): Promise<T | L | undefined> {
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(resolve, ms, LATE);
  });
  try {
    const result = await Promise.race([work(abort.signal), deadline]);
    if (result !== LATE) return result;
  } finally {
    clearTimeout(timer);
  }
  abort.abort();
  return late?.();
}
