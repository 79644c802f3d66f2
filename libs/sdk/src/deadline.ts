/** The reason with which `within` rejects when the time is up. */
export class TimeUp extends Error {
  override readonly name = 'TimeUp';
}

/**
 * Runs for at most so many milliseconds, or until the outer signal is aborted: rejects at once with `TimeUp`, or with
 * that signal's reason, even if the work ignores its signal. `AbortSignal.any` and `AbortSignal.timeout` would do the
 * same, but in Node.js 20 their combination leaks memory, and sometimes never fires.
 */
export async function within<T>(
  ms: number,
  outer: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  outer?.throwIfAborted();
  const inner = new AbortController();
  const stopped = new Promise<never>((_, reject) => {
    inner.signal.addEventListener('abort', () => reject(inner.signal.reason as Error), { once: true });
  });
  const onAbort = (): void => inner.abort(outer?.reason);
  const timer = setTimeout(() => inner.abort(new TimeUp()), ms);
  outer?.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([run(inner.signal), stopped]);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', onAbort);
  }
}
