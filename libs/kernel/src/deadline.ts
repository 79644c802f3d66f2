const LATE = Symbol('late');

/**
 * Waits at most `ms` milliseconds for `work`. After that, returns what `late` returns (undefined without `late`), or
 * throws what it throws. Late work continues; its result or error is dropped.
 */
export function within<T>(ms: number, work: () => Promise<T>): Promise<T | undefined>;
export function within<T, L>(ms: number, work: () => Promise<T>, late: () => L): Promise<T | L>;
export async function within<T, L>(ms: number, work: () => Promise<T>, late?: () => L): Promise<T | L | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(resolve, ms, LATE);
  });
  try {
    const result = await Promise.race([work(), deadline]);
    return result === LATE ? late?.() : result;
  } finally {
    clearTimeout(timer);
  }
}

/** The same for work that stops when its signal is aborted, which happens at the deadline. */
export function abortAfter<T, L>(ms: number, work: (signal: AbortSignal) => Promise<T>, late: () => L): Promise<T | L> {
  const abort = new AbortController();
  return within(
    ms,
    () => work(abort.signal),
    () => {
      abort.abort();
      return late();
    },
  );
}
